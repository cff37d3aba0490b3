import { formatNumber } from '@/components/format/number'
import { fileStem, listingName } from '@/components/listings/listing-rows'
import { businessStatusWords } from '@/server/features/listings/business-status'
import { notSentWords } from '@/server/features/lists/added-columns'
import type { Row } from '@/server/features/lists/row'
import { cellText } from '@/server/features/lists/row-cell'
import { bucketOf } from '@/server/features/lists/row-state'
import { csvRows, LongNumber } from '@/server/platform/runtime/csv'

/** A listing in a kit. */
export interface KitListing {
  /** The batch's first row that found it. */
  row: number
  /** The name in the row, or else the listing's title; null if both are unknown. */
  name: string | null
  /** The listing's title; null if it is unknown. */
  title: string | null
  /** Whether the name in the row differs from the title. */
  nameDiffers: boolean
  address: string | null
  cid: string
  placeId: string | null
  reviewUrl: string
}

/** Why lines are not in a kit. `no_link`: the listing has no review link. */
const skipWords = {
  closed_permanently: businessStatusWords.closed_permanently.toLowerCase(),
  closed_temporarily: businessStatusWords.closed_temporarily.toLowerCase(),
  not_found: 'not found',
  no_link: 'without a review link',
  failed: 'failed',
  unreadable: 'unreadable',
  not_sent: 'not sent',
  duplicate: 'duplicate',
} as const

/** A line that is not in a kit. */
export interface SkippedLine {
  row: number
  /** The name in the row, or else the listing's title or a row's only text; null if there is none. */
  name: string | null
  reason: keyof typeof skipWords
  /** The reason as a sentence. */
  detail: string
}

/** The lines from part of a batch: each is either in `listings` or in `skipped`. */
export interface Selection {
  listings: KitListing[]
  skipped: SkippedLine[]
  /** The rows read. */
  firstRow: number
  lastRow: number
  /** Whether more rows follow. */
  hasMore: boolean
}

/** A batch's rows, and where the next page begins; null after the last. */
interface Page {
  results: readonly Row[]
  next: string | null
}

interface SelectionOptions {
  /** The column or field with the names; empty for none. */
  nameColumn: string
  /** The row before the first one to read; 0 for all. */
  after?: number
}

/** The maximum number of listings in a kit: half a minute of work, and 55 MB. */
export const maxListings = 500

/** A batch may have a million lines without a review link. */
const maxPages = 50

/**
 * Selects a kit's listings: the lines that found an open listing with a review link, each listing once.
 * @param fetchPage fetches rows after a row.
 * @throws what `fetchPage` throws.
 */
export async function selectListings(
  fetchPage: (after: string) => Promise<Page>,
  { nameColumn, after = 0 }: SelectionOptions,
): Promise<Selection> {
  const selection: Selection = { listings: [], skipped: [], firstRow: after + 1, lastRow: after, hasMore: false }
  /** The row of each review link. */
  const links = new Map<string, number>()
  let next: string | null = String(after)
  for (let pages = 0; next !== null && pages < maxPages; pages++) {
    const page: Page = await fetchPage(next)
    for (const row of page.results) {
      const one = kitLine(row, nameColumn, links)
      if (one && 'reviewUrl' in one) {
        if (links.size === maxListings) return { ...selection, hasMore: true }
        links.set(one.reviewUrl, one.row)
        selection.listings.push(one)
      } else if (one) selection.skipped.push(one)
      selection.lastRow = row.row
    }
    next = page.next
    if (next !== null) selection.lastRow = Math.max(selection.lastRow, Number(next))
  }
  return { ...selection, hasMore: next !== null }
}

/** Returns a line's listing, or why it has none for the kit; null if the row isn't a line. */
function kitLine(line: Row, nameColumn: string, links: ReadonlyMap<string, number>): KitListing | SkippedLine | null {
  const { row, input, listing, business_status, name_match, problem, reason } = line
  const bucket = bucketOf(line)
  if (bucket === 'heading' || bucket === 'blank') return null
  const title = listing && listingName(listing)
  const name = cellText(input, nameColumn) || title
  const skip = (reason: SkippedLine['reason'], detail: string): SkippedLine => {
    return { row, name: name ?? (typeof input === 'string' ? input : null), reason, detail }
  }
  if (!listing) {
    if (bucket === 'not_found' || bucket === 'failed' || bucket === 'unreadable')
      return skip(bucket, problem?.detail ?? '')
    return skip('not_sent', notSentWords[reason ?? 'ended'])
  }
  if (business_status === 'closed_permanently' || business_status === 'closed_temporarily')
    return skip(business_status, `The business is ${skipWords[business_status]}.`)
  const { address, cid, place_id: placeId, review_url: reviewUrl } = listing
  if (reviewUrl === null) return skip('no_link', 'The listing has no review link, because its place id is unknown.')
  const first = links.get(reviewUrl)
  if (first !== undefined) return skip('duplicate', `The same listing as in row ${formatNumber(first)}.`)
  return { row, name, title, nameDiffers: name_match === 'different', address, cid, placeId, reviewUrl }
}

/** Returns how many lines are not in a kit, by reason: "3 not found, 1 duplicate". */
export function skippedWords(skipped: readonly SkippedLine[]): string {
  return (Object.keys(skipWords) as Array<keyof typeof skipWords>)
    .flatMap((reason) => {
      const count = skipped.filter((one) => one.reason === reason).length
      const words = reason === 'duplicate' && count > 1 ? 'duplicates' : skipWords[reason]
      return count > 0 ? [`${formatNumber(count)} ${words}`] : []
    })
    .join(', ')
}

/**
 * Returns the listings' file names, without extensions: the row number, so files sort in the order of rows and names are
 * unique, followed by the words of the name.
 */
export function fileNames(listings: readonly KitListing[]): string[] {
  const digits = String(listings.at(-1)?.row ?? 0).length
  return listings.map(({ row, name, cid }) => `${String(row).padStart(digits, '0')}-${fileStem({ title: name, cid })}`)
}

/** Writes the listings as CSV for a spreadsheet. @param names of their files. */
export function linksCsv(listings: readonly KitListing[], names: readonly string[]): string {
  const rows = listings.map(({ row, name, title, address, cid, placeId, reviewUrl }, index) => {
    return [row, name, title, address, reviewUrl, placeId, new LongNumber(cid), names[index] ?? null]
  })
  return table(['row', 'name', 'title', 'address', 'review_url', 'place_id', 'cid', 'files'], rows)
}

/** Writes the lines that are not in a kit as CSV for a spreadsheet. */
export const skippedCsv = (skipped: readonly SkippedLine[]): string =>
  table(
    ['row', 'name', 'reason', 'detail'],
    skipped.map(({ row, name, reason, detail }) => [row, name, skipWords[reason], detail]),
  )

const table = (head: string[], rows: Parameters<typeof csvRows>[0]): string => `\ufeff${csvRows([head, ...rows])}`
