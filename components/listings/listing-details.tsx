import type { ReactNode } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { OutIcon } from '@/components/ui/part-icons'
import { bytesAttribute, readIdentifierBytes } from './identifier-bytes'
import { IdentifierPicture, IdentifierText } from './identifier-picture'
import { type ListingView, listingRows, type Row } from './listing-rows'

interface ListingDetailsProps {
  listing: ListingView
  /** Whether the review link and the actions come before the other rows. */
  reviewFirst?: boolean
  /** The actions on the listing, between the rows and the picture. */
  children?: ReactNode
}

/** A listing's identifiers and links, and a picture of how they relate. */
export function ListingDetails({ listing, reviewFirst = false, children }: ListingDetailsProps) {
  const bytes = readIdentifierBytes(listing.cid, listing.hex_cid, listing.place_id ?? null)
  const rows = listingRows(listing, bytes)
  const first = rows.filter(({ name, value }) => reviewFirst && name === 'review link' && value !== null)
  return (
    <div className="identifier-bytes">
      {first.length > 0 && <Rows rows={first} />}
      {first.length > 0 && children}
      <Rows rows={rows.filter((row) => !first.includes(row))} />
      {first.length === 0 && children}
      <IdentifierPicture bytes={bytes} />
    </div>
  )
}

const Rows = ({ rows }: { rows: readonly Row[] }) => (
  <dl className="pb-3">
    {rows.map((row) => (
      <ListingRow key={row.name} row={row} />
    ))}
  </dl>
)

/** Label, value, and copy button. Hovering over or focusing the row highlights its bytes. */
function ListingRow({ row }: { row: Row }) {
  const { name, label, hint, value, bytes } = row
  return (
    <div
      data-points={value === null ? undefined : bytesAttribute(bytes)}
      className="grid grid-cols-[1fr_auto] items-center gap-x-3 border-t border-rule py-2 sm:grid-cols-[7.25rem_1fr_auto]"
    >
      <dt className="flex flex-wrap items-baseline gap-x-2 sm:block">
        <span className="text-sm font-medium">{label}</span>
        <span className="text-[0.8125rem] text-soft sm:block">{hint}</span>
      </dt>
      <dd className="col-start-1 row-start-2 min-w-0 text-sm leading-6 text-balance sm:text-[0.9375rem] sm:col-start-2 sm:row-start-1">
        {value === null ? <span className="text-sm text-soft">{row.unknown}</span> : <Value row={row} value={value} />}
      </dd>
      <dd className="row-span-2 sm:col-start-3 sm:row-span-1">
        {value !== null && <CopyButton value={value} name={name} className="-me-2" />}
      </dd>
    </div>
  )
}

function Value({ row, value }: { row: Row; value: string }): ReactNode {
  if (row.pieces) return <IdentifierText pieces={row.pieces} />
  const text = <span className="font-mono text-[0.8125rem] [overflow-wrap:anywhere]">{value}</span>
  if (!row.opens) return text
  return (
    <a
      href={value}
      target="_blank"
      rel="noreferrer"
      className="underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      <span className="me-1.5 hidden align-[-0.2em] text-soft sm:inline-block">
        <OutIcon />
      </span>
      {text}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
