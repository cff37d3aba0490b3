import dynamic from 'next/dynamic'
import { memo, type ReactNode, type Ref, useState } from 'react'
import { formatNumber } from '@/components/format/number'
import { classNames } from '@/components/ui/class-names'
import { CopyButton } from '@/components/ui/copy-button'
import { CheckIcon } from '@/components/ui/icons'
import { ClockIcon, OutIcon, StrayIcon } from '@/components/ui/part-icons'
import { statusWords } from '@/server/features/listings/business-status'
import { notSentWords } from '@/server/features/lists/added-columns'
import type { Row } from '@/server/features/lists/row'
import { bucketOf, type RowBucket } from '@/server/features/lists/row-state'

interface ResultRowProps {
  row: Row
  /** The client's name and reference in the list; empty if it has none. */
  name?: string
  reference?: string
  /** The text that was looked up. */
  text: string
  /** Whether the row is being looked up. */
  isAsking?: boolean
  /** What a row without a result is waiting for, or needs. */
  wait?: string | undefined
  /** A row's position in a virtual list, and a ref to measure it. */
  place?: { index: number; of: number; ref: Ref<HTMLLIElement> } | undefined
}

/** One row and its result. Rerenders only when its row changes, and is laid out only while on screen. */
export const ResultRow = memo(function ResultRow(props: ResultRowProps) {
  const { row: result, name = '', reference = '', text, isAsking = false, wait, place } = props
  const [hasCode, setHasCode] = useState(false)
  const { row, duplicate_of, listing } = result
  const bucket = bucketOf(result)
  const { icon, look } = isAsking ? marks.waiting : marks[bucket]
  return (
    <li
      ref={place?.ref}
      data-index={place?.index}
      aria-posinset={place && place.index + 1}
      aria-setsize={place?.of}
      data-state={bucket}
      className={classNames(
        rowColumns,
        'border-t border-rule py-2.5 text-sm',
        !place &&
          '[contain-intrinsic-size:auto_5.5rem] [content-visibility:auto] lg:[contain-intrinsic-size:auto_4rem]',
      )}
    >
      <span className="text-right font-mono text-[0.8125rem] leading-5 text-soft">{row}</span>
      <span className="min-w-0">
        {(name !== '' || reference !== '') && (
          <span className="flex min-w-0 flex-wrap gap-x-3">
            <bdi className="min-w-0 truncate font-medium">{name}</bdi>
            <bdi className="min-w-0 truncate font-mono text-[0.8125rem] leading-5 text-soft">{reference}</bdi>
          </span>
        )}
        {text !== name && (
          <span dir="auto" className="block truncate font-mono text-[0.8125rem] leading-5">
            {text}
          </span>
        )}
        <span className="flex min-w-0 gap-2">
          {icon && <span className={classNames('mt-0.5', look)}>{icon}</span>}
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <Outcome row={result} isAsking={isAsking} wait={wait} />
            {bucket === 'name_differs' && (
              <span className="block font-medium text-limit">
                Different name. Your list says “<bdi>{name}</bdi>”.
              </span>
            )}
            {duplicate_of !== null && (
              <span className="block text-soft">Same listing as row {formatNumber(duplicate_of)}</span>
            )}
          </span>
        </span>
      </span>
      {listing && (
        <span className="col-start-2 mt-1 flex min-w-0 flex-wrap gap-x-4 max-lg:leading-6 lg:contents">
          <Cell label="CID">
            {listing.cid}
            <span className="block text-soft">{listing.hex_cid}</span>
          </Cell>
          {listing.place_id && <Cell label="Place id">{listing.place_id}</Cell>}
          <span className="inline-flex flex-wrap items-center gap-x-3 lg:col-start-5 lg:self-start">
            {listing.review_url && (
              <a
                href={listing.review_url}
                target="_blank"
                rel="noreferrer"
                className="inline-flex items-center gap-1.5 underline decoration-edge underline-offset-4 hover:decoration-ink"
              >
                Review link
                <OutIcon />
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            )}
            <button
              type="button"
              aria-label={`QR code for row ${row}`}
              onClick={() => setHasCode(true)}
              className="underline decoration-edge underline-offset-4 hover:decoration-ink"
            >
              QR
            </button>
          </span>
        </span>
      )}
      {listing && hasCode && <QrDialog listing={listing} onClose={() => setHasCode(false)} />}
    </li>
  )
})

/** A listing's QR codes; the code that draws them is loaded only when needed. */
const QrDialog = dynamic(() => import('./qr-dialog').then(({ QrDialog }) => QrDialog), { ssr: false })

const Cell = ({ label, children }: { label: string; children: ReactNode }) => (
  <span className="min-w-0">
    <span className="mr-1.5 text-soft lg:sr-only">{label}</span>
    <span className="font-mono text-[0.8125rem] leading-5 [overflow-wrap:anywhere]">{children}</span>
  </span>
)

const marks: Readonly<Record<RowBucket, { icon: ReactNode; look: string }>> = {
  heading: { icon: null, look: '' },
  blank: { icon: null, look: '' },
  found: { icon: <CheckIcon />, look: 'text-done' },
  name_differs: { icon: <StrayIcon />, look: 'text-limit' },
  not_found: { icon: <StrayIcon />, look: 'text-limit' },
  failed: { icon: <StrayIcon />, look: 'text-limit' },
  unreadable: { icon: <StrayIcon />, look: 'text-soft' },
  not_sent: { icon: <StrayIcon />, look: 'text-soft' },
  waiting: { icon: <ClockIcon />, look: 'text-soft' },
}

type OutcomeProps = Pick<ResultRowProps, 'row' | 'isAsking' | 'wait'>

function Outcome({ row: { state, reason, listing, business_status, problem }, isAsking, wait }: OutcomeProps) {
  if (isAsking) return 'Looking up'
  if (state === 'waiting' || state === 'not_sent') {
    const words = wait ?? (reason === null ? 'Waiting' : notSentWords[reason])
    return (
      <>
        {listing && <Listing listing={listing} businessStatus={business_status} />}
        <span className="block text-soft">{words}</span>
      </>
    )
  }
  if (listing) return <Listing listing={listing} businessStatus={business_status} />
  return <span className={state === 'unreadable' ? 'text-soft' : undefined}>{problem?.detail}</span>
}

interface ListingProps {
  listing: NonNullable<Row['listing']>
  businessStatus: Row['business_status']
}

function Listing({ listing, businessStatus }: ListingProps) {
  const { title, title_language, place_id, rating, reviews_count, maps_url, listing_status, address } = listing
  const reviews =
    reviews_count === 1
      ? '1 review'
      : `${reviews_count === null ? 'unknown number of' : formatNumber(reviews_count)} reviews`
  const marks = [listing_status === 'moved' && 'Moved', statusWords(businessStatus)].filter(Boolean).join(' · ')
  const facts = [address, rating !== null && `${rating} of 5, ${reviews}`].filter(Boolean).join(' · ')
  return (
    <>
      <a
        href={maps_url}
        target="_blank"
        rel="noreferrer"
        dir="auto"
        lang={title_language ?? undefined}
        className="font-medium underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        {title ?? place_id ?? 'Name unknown'}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
      {(marks !== '' || facts !== '') && (
        <span className="block text-soft">
          {marks && (
            <span className="font-medium text-limit">
              {marks}
              {facts && ' · '}
            </span>
          )}
          {facts}
        </span>
      )}
    </>
  )
}

/** Row, input with its listing, CID, place id, review link. On a narrow screen the last three are below the listing. */
export const rowColumns =
  'grid grid-cols-[2.75rem_minmax(0,1fr)] gap-x-3 lg:grid-cols-[2.75rem_minmax(0,1fr)_10.5rem_14.5rem_9.5rem]'

const copied = [
  ['CID', 'CIDs', 'cid'],
  ['Place id', 'place ids', 'place_id'],
  ['Review link', 'review links', 'review_url'],
] as const

/** The headings above the rows, each with a button that copies its column, one line for each row. */
export function ResultColumns({ rows }: { rows: readonly Row[] | (() => readonly Row[]) }) {
  const all = () => (typeof rows === 'function' ? rows() : rows)
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center gap-x-4 border-t border-ink py-1 text-sm font-medium',
        'lg:grid lg:grid-cols-[2.75rem_minmax(0,1fr)_10.5rem_14.5rem_9.5rem] lg:gap-x-3',
      )}
    >
      <span className="text-right max-lg:hidden">Row</span>
      <span className="max-lg:hidden">Listing</span>
      <span className="basis-full text-soft lg:hidden">Copy a column</span>
      {copied.map(([label, name, field]) => (
        <span key={field} className="inline-flex items-center whitespace-nowrap">
          {label}
          <CopyButton
            name={`${name} of the rows shown`}
            value={() =>
              all()
                .map(({ listing }) => listing?.[field] ?? '')
                .join('\n')
            }
          />
        </span>
      ))}
    </div>
  )
}
