'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId } from 'react'
import { batchAddress, createdWords, stateWords } from '@/components/batches/batch'
import { formatCalls, formatNumber } from '@/components/format/number'
import { KeyStart, TestMark } from '@/components/keys/key-names'
import { planName, usePlans } from '@/components/pricing/plans'
import { CallProblem } from '@/components/problems/problem-card'
import { type Outputs, useTRPC } from '@/components/trpc/client'
import { Card } from '@/components/ui/card'
import { SiteLink } from '@/components/ui/site-link'
import { resetWords } from '@/components/usage/month-words'
import { QuotaScale } from '@/components/usage/quota-scale'

/**
 * A signed-in user's home, beside the box: this month's usage, the keys, and the newest batches.
 * @param lookupCount how many lookups have succeeded since the page was opened. Each changes the usage.
 */
export function Home({ lookupCount }: { lookupCount: number }) {
  const { data, error, refetch } = useQuery(useTRPC().home.queryOptions())
  useEffect(() => {
    if (lookupCount > 0) void refetch()
  }, [lookupCount, refetch])
  if (error && !data) return <CallProblem error={error} next="/" onRetry={() => void refetch()} />
  return (
    <div aria-busy={!data} className="grid gap-6 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <UsageCard usage={data?.usage} />
      </div>
      <KeysCard usage={data?.usage} />
      <BatchesCard batches={data?.batches} />
    </div>
  )
}

interface HomeCardProps {
  title: string
  /** The full page's path, and the link's text. */
  more: readonly [path: string, words: string]
  /** Null while loading. */
  children: ReactNode | null
}

/** A section of the start page: a heading, a link to the full page, and a placeholder while it loads. */
function HomeCard({ title, more: [path, words], children }: HomeCardProps) {
  const id = useId()
  return (
    <Card className="flex h-full flex-col p-4 sm:p-5">
      <section aria-labelledby={id} className="flex flex-1 flex-col">
        <h2 id={id} className="text-title font-semibold">
          {title}
        </h2>
        <div className="mt-2 flex-1">{children ?? <div aria-hidden="true" className="h-32 rounded-md bg-sunk" />}</div>
        <p className="mt-3 text-sm">
          <SiteLink
            href={path}
            className="inline-flex min-h-9 items-center font-medium underline decoration-edge underline-offset-4 hover:decoration-ink"
          >
            {words}
          </SiteLink>
        </p>
      </section>
    </Card>
  )
}

const UsageCard = ({ usage }: { usage: Outputs['home']['usage'] | undefined }) => (
  <HomeCard title="This month" more={['/usage', 'See usage']}>
    {usage ? <CurrentUsage usage={usage} /> : null}
  </HomeCard>
)

function CurrentUsage({ usage }: { usage: Outputs['home']['usage'] }) {
  const { plan, used, limit, remaining, resetSeconds } = usage
  const { plans } = usePlans()
  const isLow = limit !== null && used >= limit * 0.8
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-soft">
        <span>
          <span className="text-display font-semibold text-ink">{formatNumber(used)}</span>{' '}
          {limit === null ? (used === 1 ? 'call' : 'calls') : `of ${formatNumber(limit)} calls`}
        </span>
        <span className="text-sm">{planName(plans, plan)} plan</span>
      </p>
      {limit !== null && <QuotaScale used={used} limit={limit} isLow={isLow} />}
      <p className="mt-3 text-sm">
        {remaining === null ? (
          'Your plan is unlimited.'
        ) : (
          <>
            <span className={isLow ? 'font-medium text-limit' : 'font-medium'}>{formatNumber(remaining)} left.</span>{' '}
            Resets {resetWords(resetSeconds, Date.now())}.
          </>
        )}
      </p>
    </>
  )
}

/** The number of keys shown. */
const few = 3

/** The most used keys this month. */
function KeysCard({ usage }: { usage: Outputs['home']['usage'] | undefined }) {
  const keys = [...(usage?.keys ?? [])].sort((a, b) => b.used - a.used)
  const more = keys.length === 0 ? 'Create a key' : keys.length > few ? `All ${keys.length} keys` : 'Manage keys'
  return (
    <HomeCard title="API keys" more={['/keys', more]}>
      {!usage ? null : keys.length === 0 ? (
        <p className="text-soft">No keys yet. Create one to make lookups from your own code.</p>
      ) : (
        <ul className="divide-y divide-rule">
          {keys.slice(0, few).map(({ id, name, start, end, test, used }) => (
            <li key={id} className="py-2 text-sm">
              <span className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
                  {name}
                  {test && <TestMark />}
                </span>
                <span className="shrink-0">{formatCalls(used)}</span>
              </span>
              <KeyStart start={start} end={end} className="block text-soft" />
            </li>
          ))}
        </ul>
      )}
    </HomeCard>
  )
}

const BatchesCard = ({ batches }: { batches: Outputs['home']['batches'] | undefined }) => (
  <HomeCard
    title="Recent batches"
    more={batches?.length === 0 ? ['/bulk', 'Start a batch'] : ['/batches', 'All batches']}
  >
    {!batches ? null : batches.length === 0 ? (
      <p className="text-soft">No batches yet. Paste or upload up to 1,000,000 lines to look up in the background.</p>
    ) : (
      <ul className="divide-y divide-rule">
        {batches.map((batch) => (
          <li key={batch.id} className="py-2 text-sm">
            <SiteLink
              href={batchAddress(batch.id)}
              className="font-medium underline decoration-edge underline-offset-4 [overflow-wrap:anywhere] hover:decoration-ink"
            >
              <bdi>{batch.name ?? createdWords(batch)}</bdi>
            </SiteLink>
            <span className="block text-soft">
              {stateWords[batch.state]} · {formatNumber(batch.line_counts.total - batch.line_counts.waiting)} of{' '}
              {formatNumber(batch.line_counts.total)} {batch.line_counts.total === 1 ? 'line' : 'lines'}
            </span>
          </li>
        ))}
      </ul>
    )}
  </HomeCard>
)
