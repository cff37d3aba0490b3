import type { ReactNode } from 'react'
import { readIdentifierBytes } from './identifier-bytes'
import { IdentifierPicture } from './identifier-picture'
import { ListingRow } from './listing-row'
import { type ListingView, listingRows } from './listing-rows'

interface ListingDetailsProps {
  listing: ListingView
  /** The actions on the listing, between the rows and the picture. */
  children?: ReactNode
}

/** Every identifier and link of a listing, and a picture of how they relate. */
export function ListingDetails({ listing, children }: ListingDetailsProps) {
  const bytes = readIdentifierBytes(listing.cid, listing.hex_cid, listing.place_id ?? null)
  return (
    <div className="identifier-bytes">
      <dl className="pb-3">
        {listingRows(listing, bytes).map((row) => (
          <ListingRow key={row.name} row={row} />
        ))}
      </dl>
      {children}
      <IdentifierPicture bytes={bytes} />
    </div>
  )
}
