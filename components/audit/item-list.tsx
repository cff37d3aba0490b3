import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { findingAdvice, findingBrief, findingLabel } from '@/components/batches/finding-words'
import { formatNumber } from '@/components/format/number'
import { Button } from '@/components/ui/button'
import { FactTable } from '@/components/ui/fact-table'
import type { Finding } from '@/server/features/lists/audit'
import { countWords, type Noun } from './figures'
import { type AuditItem, type Group, groupItems, type Identifiers } from './items'

interface ItemListProps {
  /** The query that loads the items. */
  query: UseQueryResult<readonly AuditItem[]>
  noun: Noun
  /** Shown above the list, such as how many are not in it. */
  children?: ReactNode
}

/** What to fix, most urgent first. Each line or listing is listed once, with all that is wrong with it. */
export function ItemList({ query: { data, isPending, isError, refetch }, noun, children }: ItemListProps) {
  return (
    <section aria-labelledby="to-fix" className="mt-8 print:mt-6">
      <h2 id="to-fix" className="break-after-avoid text-title font-semibold">
        What to fix
      </h2>
      {isPending && (
        <div className="mt-3 grid gap-2">
          <p role="status" className="text-sm text-soft">
            Loading the {noun}s…
          </p>
          <div aria-hidden="true" className="h-40 rounded-md bg-sunk" />
        </div>
      )}
      {isError && (
        <div role="alert" className="mt-3 flex flex-wrap items-center gap-3 text-sm">
          <p className="font-medium text-limit">The {noun}s couldn’t be loaded.</p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      )}
      {data && (
        <>
          {children}
          {groupItems(data).map((group) => (
            <GroupSection key={group.finding} group={group} noun={noun} columns={columnsOf(data)} />
          ))}
        </>
      )}
    </section>
  )
}

interface GroupSectionProps {
  group: Group
  noun: Noun
  columns: readonly Column[]
}

const GroupSection = ({ group: { finding, items, above }, noun, columns }: GroupSectionProps) => (
  <section aria-labelledby={`group-${finding}`} className="mt-6">
    <h3 id={`group-${finding}`} className="break-after-avoid font-semibold">
      {findingLabel(finding)}: {sizeWords(items.length, above, noun)}
    </h3>
    {items.length > 0 && (
      <>
        <p className="max-w-[44rem] break-after-avoid text-sm text-soft">{findingAdvice(finding)}</p>
        <FactTable
          caption={findingLabel(finding)}
          columns={columns.map(({ label }) => label)}
          widths={columns.map(({ width }) => width)}
          rows={items.map((item) => ({ key: item.key, cells: columns.map(({ cell }) => cell(item, finding)) }))}
        />
      </>
    )}
  </section>
)

/** Returns how many have a finding: "5 lines", "5 lines, 2 of them above". */
function sizeWords(own: number, above: number, noun: Noun): string {
  const all = countWords(own + above, noun)
  if (above === 0) return all
  return own === 0 ? `${all}, listed above` : `${all}, ${formatNumber(above)} of them above`
}

interface Column {
  label: string
  /** Its share of the table on a wide screen, in percent. */
  width: number
  cell: (item: AuditItem, finding: Finding) => ReactNode
}

/** Returns the same columns for each group, so that they line up: only what the items have. */
function columnsOf(items: readonly AuditItem[]): Column[] {
  const hasRows = items.some(({ row }) => row !== null)
  const hasTitles = items.some(({ title }) => title !== null)
  const columns: Array<Column | false> = [
    hasRows && { label: 'Row', width: 8, cell: ({ row }) => <RowNumber row={row ?? 0} /> },
    {
      label: 'In your list',
      width: hasTitles ? 30 : 46,
      cell: (item, finding) => <Own item={item} finding={finding} />,
    },
    hasTitles && { label: 'On Google Maps', width: 22, cell: (item) => <Title item={item} /> },
    { label: 'Identifiers', width: hasTitles ? 40 : 46, cell: (item) => <Ids item={item} isLinked={!hasTitles} /> },
  ]
  return columns.filter((column) => column !== false)
}

const RowNumber = ({ row }: { row: number }) => (
  <>
    <span className="sm:sr-only">Row </span>
    {formatNumber(row)}
  </>
)

/** What the list says, and what is wrong besides the group's finding. */
function Own({ item, finding }: { item: AuditItem; finding: Finding }) {
  const { name, reference, text, findings, fresh, details } = item
  const others = findings.filter((one) => one !== finding)
  return (
    <span className="block">
      {fresh.includes(finding) && (
        <span className="me-1.5 rounded-sm border border-limit px-1 text-xs font-medium text-limit">New</span>
      )}{' '}
      {name !== '' && <bdi className="font-medium [overflow-wrap:anywhere]">{name}</bdi>}{' '}
      {reference !== '' && (
        <bdi className="font-mono text-[0.8125rem] text-soft [overflow-wrap:anywhere]">{reference}</bdi>
      )}
      {text !== '' && (
        <span dir="auto" className="line-clamp-2 font-mono text-[0.8125rem] text-soft [overflow-wrap:anywhere]">
          {text}
        </span>
      )}
      {others.map((one) => (
        <span key={one} className="block font-medium text-limit">
          Also {findingBrief(one)}
          {fresh.includes(one) && ' (new)'}.
        </span>
      ))}
      {details.map((one) => (
        <span key={one} className="block text-soft [overflow-wrap:anywhere]">
          {one}
        </span>
      ))}
    </span>
  )
}

const Title = ({ item: { title, url } }: { item: AuditItem }) =>
  title === null ? (
    <span className="text-soft">{url === null ? 'No listing' : 'Name unknown'}</span>
  ) : (
    <MapLink url={url}>{title}</MapLink>
  )

const MapLink = ({ url, children }: { url: string | null; children: string }) =>
  url === null ? (
    <bdi>{children}</bdi>
  ) : (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      dir="auto"
      className="underline decoration-edge underline-offset-4 [overflow-wrap:anywhere] hover:decoration-ink print:no-underline"
    >
      {children}
      <span className="sr-only"> (on Google Maps, opens in a new tab)</span>
    </a>
  )

/** The identifiers, and the previous ones if they have changed. */
const Ids = ({ item: { now, before, url }, isLinked }: { item: AuditItem; isLinked: boolean }) =>
  now === null ? (
    <span className="text-soft">Unknown</span>
  ) : (
    <span className="block">
      <Id label="CID" before={before?.cid} now={now.cid} url={isLinked ? url : null} />
      <Id label="Place id" before={before?.place_id} now={now.place_id} url={null} />
    </span>
  )

interface IdProps {
  label: string
  before: Identifiers['place_id'] | undefined
  now: Identifiers['place_id']
  url: string | null
}

function Id({ label, before, now, url }: IdProps) {
  const hasChanged = before != null && before !== now
  if (now === null && !hasChanged) return null
  return (
    <span className="block">
      <span className="me-1.5 whitespace-nowrap text-soft">{label}</span>
      <span className="font-mono text-[0.8125rem] [overflow-wrap:anywhere]">
        {hasChanged && (
          <>
            <span className="sr-only">Before: </span>
            <span className="text-soft">{before}</span> <span className="sr-only"> Now: </span>
          </>
        )}
        <span className="inline-block">
          {hasChanged && <span aria-hidden="true">→ </span>}
          {now === null ? <span className="font-sans text-soft">unknown</span> : <MapLink url={url}>{now}</MapLink>}
        </span>
      </span>
    </span>
  )
}
