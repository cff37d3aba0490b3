import { mapsUrl } from '@/server/features/listings/listing'
import { featureIdOf } from '@/server/places/identifiers/feature-id'
import { type SampleListing, sampleListings } from '@/server/places/sources/sample/listings'
import { env } from '@/server/platform/settings/env'

/** The sample listings in the picture. */
const shown = ['ChIJrRMgU7ZhLxMRxAOFkC7I8Sg', 'ChIJ1UCDJ1NgLxMRtrsCzOHxdvY', 'ChIJj61dQgK6j4AR4GeTYWZsKWw']

const rows = shown.flatMap((placeId) => sampleListings.find((listing) => listing.placeId === placeId) ?? [])

/** A sheet with a column of links, and the results of the functions beside it. */
export function SheetPicture() {
  return (
    <div
      role="img"
      aria-label="A sheet: links in column A, the formula =PINREF_CID(A2:A4) in B2, which fills column B with CIDs, and =PINREF_RATING(A2:A4) in C2, which fills column C with ratings."
      className="mt-4 overflow-hidden rounded-md border border-rule bg-sheet font-mono text-xs"
    >
      <div className="flex items-center gap-3 border-b border-rule bg-sunk px-3 py-2">
        <span className="font-sans text-soft italic">fx</span>
        <span className="rounded-xs bg-paper px-2 py-1">=PINREF_CID(A2:A{rows.length + 1})</span>
      </div>
      <div className={line}>
        {['', 'A', 'B', 'C'].map((name) => (
          <span key={name} className="bg-sunk px-2 py-1 text-center text-soft">
            {name}
          </span>
        ))}
      </div>
      <SheetRow number={1} cells={['Link', 'CID', 'Rating']} className="font-sans font-semibold" />
      {rows.map((listing, index) => (
        <SheetRow key={listing.placeId} number={index + 2} cells={cellsOf(listing)} isMarked={index === 0} />
      ))}
    </div>
  )
}

const line =
  'grid grid-cols-[2rem_minmax(0,1fr)_11.5rem_4rem] border-b border-rule last:border-b-0 max-sm:grid-cols-[1.75rem_minmax(0,1fr)_10.5rem_3.75rem]'

function cellsOf({ placeId, rating }: SampleListing): string[] {
  const cid = featureIdOf(placeId)?.cid
  if (cid === undefined) throw new Error('a sample place id has no CID')
  return [mapsUrl(cid, env()), String(cid), rating?.toFixed(1) ?? '']
}

interface SheetRowProps {
  number: number
  cells: readonly string[]
  isMarked?: boolean
  className?: string
}

const SheetRow = ({ number, cells, isMarked = false, className = '' }: SheetRowProps) => (
  <div className={line}>
    <span className="bg-sunk px-2 py-1.5 text-center text-soft">{number}</span>
    {cells.map((cell, index) => (
      <span
        key={cell}
        className={`truncate border-l border-rule px-2 py-1.5 ${index === 2 ? 'text-right' : ''} ${isMarked && index === 1 ? 'outline-2 -outline-offset-2 outline-accent' : ''} ${className}`}
      >
        {cell}
      </span>
    ))}
  </div>
)

interface MenuPictureProps {
  /** Describes the picture for readers who cannot see it. */
  label: string
  /** The open menu, and its selected entry. */
  menu: string
  entry: string
}

const menus = ['File', 'Edit', 'Format', 'Extensions', 'Pinref']

/** A sheet's menus, with one of them open. */
export function MenuPicture({ label, menu, entry }: MenuPictureProps) {
  const shown = menu === 'Pinref' ? menus : menus.filter((name) => name !== 'Pinref')
  return (
    <div
      role="img"
      aria-label={label}
      className="mt-4 max-w-[26rem] overflow-hidden rounded-md border border-rule bg-sheet pb-4 text-sm"
    >
      <div className="flex gap-1 border-b border-rule bg-sunk p-1.5">
        {shown.map((name) => (
          <div key={name} className={`rounded-sm px-2 py-1 ${name === menu ? 'bg-ink text-paper' : 'text-soft'}`}>
            {name}
          </div>
        ))}
      </div>
      <div
        className={`mt-1.5 w-44 rounded-sm border border-edge bg-paper p-1 shadow-card ${menu === 'Pinref' ? 'ml-auto mr-3 sm:mr-8' : 'ml-32'}`}
      >
        <div className="rounded-xs bg-sunk px-2.5 py-1.5 font-medium">{entry}</div>
      </div>
    </div>
  )
}
