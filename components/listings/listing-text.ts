import { statusWords } from '@/server/features/listings/business-status'
import { csvRows, LongNumber } from '@/server/platform/runtime/csv'
import { readIdentifierBytes } from './identifier-bytes'
import { type ListingView, listingRows } from './listing-rows'

/** Writes a listing as text for a message: its name, its address, and each known value, one per line. */
export function listingText(listing: ListingView): string {
  const { title, address, business_status, rating, reviews_count } = listing
  const reviews =
    rating && `Rating: ${rating}${reviews_count ? ` (${reviews_count.toLocaleString('en')} reviews)` : ''}`
  const rows = listingRows(listing, readIdentifierBytes(listing.cid, listing.hex_cid, listing.place_id ?? null))
  const values = rows.flatMap(({ label, value }) => (value === null ? [] : `${label}: ${value}`))
  return [title, address, statusWords(business_status), reviews, ...values].filter(Boolean).join('\n')
}

/** Writes a listing as the API returns it. */
export const listingJson = (listing: ListingView): string => JSON.stringify(listing, null, 2)

/**
 * Writes a listing as a CSV row for a spreadsheet: title, address, rating, number of reviews, CID, hex CID, place id,
 * maps link, review link, feature id, KG id. Unknown values are empty cells.
 */
export function listingCsvRow(listing: ListingView): string {
  const { title, address, rating, reviews_count, cid, hex_cid, place_id } = listing
  const { maps_url, review_url, feature_id, kg_id } = listing
  const cells = [title, address, rating, reviews_count, new LongNumber(cid), hex_cid, place_id]
  return csvRows([[...cells, maps_url, review_url, feature_id, kg_id].map((cell) => cell ?? null)]).trimEnd()
}

/**
 * Writes JSON-LD for a web page about the listing, with `hasMap` (https://schema.org/hasMap). The owner of the page
 * fills in the name and address, because Google's terms don't allow storing Google's own. The JSON-LD omits the rating,
 * because search engines require ratings to be the page's own.
 * @returns a script element.
 */
export function jsonLd({ maps_url, schema_hasmap = maps_url }: ListingView): string {
  const place = {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    name: 'The name of the business',
    address: 'The address of the business',
    hasMap: schema_hasmap,
  }
  return `<script type="application/ld+json">\n${JSON.stringify(place, null, 2)}\n</script>`
}
