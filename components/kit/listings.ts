import { fileStem, listingName } from '@/components/listings/listing-rows'
import type { Row } from '@/server/features/lists/row'
import { csvRows, LongNumber } from '@/server/platform/runtime/csv'

/** A listing in a kit. */
export interface KitListing {
  /** The batch's first line that found it. */
  line: number
  /** Null if it is unknown. */
  name: string | null
  address: string | null
  cid: string
  placeId: string | null
  reviewUrl: string
}

/** The listings from part of a batch. */
export interface Selection {
  listings: KitListing[]
  /** The lines read. */
  firstLine: number
  lastLine: number
  /** The number of found lines that were omitted, by reason. */
  withoutLink: number
  repeated: number
  /** Whether more lines follow. */
  hasMore: boolean
}

/** Lines that were found, and where the next page begins; null after the last. */
interface Page {
  results: readonly Row[]
  next: string | null
}

/** The maximum number of listings in a kit: half a minute of work, and 55 MB. */
export const maxListings = 500

/** A batch may have a million lines without a review link. */
const maxPages = 50

/**
 * Selects a kit's listings: the found lines with a review link, each listing once.
 * @param fetchPage fetches found lines after a line.
 * @param after the line before the first one to read; 0 for all.
 * @throws what `fetchPage` throws.
 */
export async function selectListings(fetchPage: (after: string) => Promise<Page>, after = 0): Promise<Selection> {
  const selection: Selection = {
    listings: [],
    firstLine: after + 1,
    lastLine: after,
    withoutLink: 0,
    repeated: 0,
    hasMore: false,
  }
  const links = new Set<string>()
  let next: string | null = String(after)
  for (let pages = 0; next !== null && pages < maxPages; pages++) {
    const page: Page = await fetchPage(next)
    for (const { row: line, listing } of page.results) {
      if (links.size === maxListings && !links.has(listing?.review_url ?? '')) return { ...selection, hasMore: true }
      selection.lastLine = line
      const one = listing && kitListing(line, listing)
      if (!one) selection.withoutLink += 1
      else if (links.has(one.reviewUrl)) selection.repeated += 1
      else {
        links.add(one.reviewUrl)
        selection.listings.push(one)
      }
    }
    next = page.next
    if (next !== null) selection.lastLine = Math.max(selection.lastLine, Number(next))
  }
  return { ...selection, hasMore: next !== null }
}

function kitListing(line: number, listing: NonNullable<Row['listing']>): KitListing | null {
  const { address, cid, place_id: placeId, review_url: reviewUrl } = listing
  return reviewUrl === null ? null : { line, name: listingName(listing), address, cid, placeId, reviewUrl }
}

/**
 * Returns the listings' file names, without extensions: the line number, so files sort in line order and names are
 * unique, followed by the words of the name.
 */
export function fileNames(listings: readonly KitListing[]): string[] {
  const digits = String(listings.at(-1)?.line ?? 0).length
  return listings.map(
    ({ line, name, cid }) => `${String(line).padStart(digits, '0')}-${fileStem({ title: name, cid })}`,
  )
}

/** Writes the listings as CSV for a spreadsheet. @param names of their files. */
export function linksCsv(listings: readonly KitListing[], names: readonly string[]): string {
  const rows = listings.map(({ line, name, address, cid, placeId, reviewUrl }, index) => {
    return [line, name, address, reviewUrl, placeId, new LongNumber(cid), names[index] ?? null]
  })
  return `\ufeff${csvRows([['line', 'title', 'address', 'review_url', 'place_id', 'cid', 'files'], ...rows])}`
}
