'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { auditAddress, type Batch, batchAddress, isOver, waitReason } from '@/components/batches/batch'
import { BatchFiles } from '@/components/batches/batch-files'
import { allLines } from '@/components/batches/line-view'
import { fetchRows } from '@/components/batches/rows'
import { useBatch } from '@/components/batches/use-batch'
import { timeLeftWords } from '@/components/bulk/progress'
import { LocalTime } from '@/components/format/local-time'
import { formatNumber } from '@/components/format/number'
import { CallProblem } from '@/components/problems/problem-card'
import { AnswerCard } from '@/components/ui/card'
import type { Finding } from '@/server/features/lists/audit'
import { Actions, figuresOf, NoAudit, Notice, PrintButton, Summary, sourceWords } from './audit-parts'
import { filtersFor, itemOf, readItems } from './batch-items'
import { closuresIfUnknown, closuresUnknown, countWords, dayWords, sinceWords } from './figures'
import { ItemList } from './item-list'
import { maxItems } from './items'
import { costWords, type Prices } from './repeat'
import { RepeatBatch } from './repeat-batch'

interface BatchAuditProps {
  id: string
  prices: Prices
  /** The action that watches the batch's listings. */
  watch: ReactNode
}

/** The audit of a batch, to print and send. */
export function BatchAudit({ id, prices, watch }: BatchAuditProps) {
  const { batch } = useBatch(id)
  const { data, error } = batch
  if (error && !data) return <CallProblem error={error} next={auditAddress(id)} onRetry={() => void batch.refetch()} />
  if (!data) return <AnswerCard aria-busy="true" className="min-h-64" />
  const { audit, state } = data
  if (audit !== null) return <Report batch={data} audit={audit} prices={prices} watch={watch} />
  return (
    <NoAudit isComing={!isOver(data)} words={noAuditWords(data)}>
      {!isOver(data) && <p className="mt-2 max-w-[44rem] text-soft empty:hidden">{waitReason(data, Date.now())}</p>}
      {state === 'finished' && (
        <Actions>
          <RepeatBatch batch={data} details={data.details} label="Run again" prices={prices} />
        </Actions>
      )}
    </NoAudit>
  )
}

/** Returns why a batch has no audit, or when it will have one. */
function noAuditWords({ state, line_counts: lines, seconds_left }: Batch): string {
  switch (state) {
    case 'finished':
      return 'This batch finished before Pinref had audits. Run it again to get one.'
    case 'cancelled':
      return 'An audit covers all lines, but this batch was canceled.'
    case 'failed':
      return 'An audit covers all lines, but this batch was stopped by an error on our side.'
    default: {
      const progress = `${formatNumber(lines.total - lines.waiting)} of ${countWords(lines.total, 'line')}`
      const left = seconds_left === null ? '' : `, ${timeLeftWords(1_000 * seconds_left)} left`
      return `The audit appears here when the batch has finished: ${progress} looked up${left}.`
    }
  }
}

type ReportProps = Omit<BatchAuditProps, 'id'> & { batch: Batch; audit: NonNullable<Batch['audit']> }

function Report({ batch, audit, prices, watch }: ReportProps) {
  const { id, line_counts: lines, ended_at, test, details } = batch
  const items = useItems(batch, audit)
  const withFindings = lines.total - audit.fine
  const { previous } = audit
  return (
    <>
      <Summary
        counts={audit}
        total={lines.total}
        noun="line"
        facts={[
          ['Date', ended_at && <LocalTime at={ended_at} />],
          ['Source', sourceWords(prices === null || test)],
          ['Lines', formatNumber(lines.total)],
        ]}
        since={previous && sinceWords(dayWords(previous.ended_at, Date.now()), previous.appeared, previous.resolved)}
        figures={figuresOf(audit, unknownIn(batch, audit), (finding) => `${batchAddress(id)}?finding=${finding}`)}
      />
      <Closures batch={batch} unknown={closuresUnknown(audit, lines.total)} prices={prices} />
      <Actions>
        <PrintButton isReady={items.isSuccess} />
        <RepeatBatch batch={batch} details={details} label="Run again" prices={prices} />
        {watch}
        {withFindings > 0 && <BatchFiles batch={batch} filter={withAnyFinding} />}
      </Actions>
      {withFindings > 0 && (
        <ItemList query={items} noun="line">
          {withFindings > maxItems && (
            <p className="mt-2 text-sm text-soft">
              The {formatNumber(maxItems)} most urgent of {formatNumber(withFindings)} lines. The files above have all
              of them.
            </p>
          )}
          {details === 'full' && items.data?.some(({ url, title }) => url !== null && title === null) && (
            <p className="mt-2 text-sm text-soft print:hidden">
              Names on Google Maps are stored for up to 24 hours. To see them, run the batch again.
            </p>
          )}
        </ItemList>
      )}
    </>
  )
}

const withAnyFinding = { ...allLines, finding: 'any' as const }

/** Returns the query for the lines to list. */
function useItems(batch: Batch, audit: NonNullable<Batch['audit']>) {
  const { id, ended_at, line_counts: lines } = batch
  return useQuery({
    queryKey: ['audit', id, ended_at],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const filters = filtersFor(audit, lines.total)
      const rows = await readItems(filters, (finding, most) => fetchRows(id, { finding }, most))
      return rows.map((row) => itemOf(row, batch))
    },
  })
}

/** Returns the findings that a batch with its settings couldn't determine. */
function unknownIn(
  { details, column, name_column, line_counts: lines }: Batch,
  audit: NonNullable<Batch['audit']>,
): Finding[] {
  const hasNames = details === 'full' && (column === null || name_column !== null)
  const unknown: Array<[isUnknown: boolean, findings: Finding[]]> = [
    [details === 'none', ['moved', 'not_found', 'closed_permanently', 'closed_temporarily']],
    [!hasNames, ['name_differs']],
  ]
  return [
    ...unknown.flatMap(([isUnknown, findings]) => (isUnknown ? findings : [])),
    ...closuresIfUnknown(audit, lines.total),
  ]
}

interface ClosuresProps {
  batch: Batch
  /** How many of the checked lines have an unknown business status. */
  unknown: number
  prices: Prices
}

/** Says whether closures were checked, and offers to check them. */
function Closures({ batch, unknown, prices }: ClosuresProps) {
  const { details } = batch
  const check = <RepeatBatch batch={batch} details="full" label="Check closures" prices={prices} />
  if (details === 'none')
    return (
      <Notice
        words="This run only read identifiers, so moved and closed listings aren’t known."
        cost={costWords(batch, 'full', prices)}
      >
        <RepeatBatch batch={batch} details="checked" label="Check for moved listings" prices={prices} />
        {check}
      </Notice>
    )
  if (unknown === 0) return null
  if (details === 'full') {
    const source = prices === null || batch.test ? 'The sample data' : 'Google Maps'
    const listings = `${countWords(unknown, 'listing')} ${unknown === 1 ? 'is' : 'are'}`
    return <Notice words={`${source} doesn’t say whether ${listings} open.`} />
  }
  return (
    <Notice words="This run didn’t check whether businesses have closed." cost={costWords(batch, 'full', prices)}>
      {check}
    </Notice>
  )
}
