import type { NameMatch, RowBucket } from '@/server/features/lists/row-state'
import { featureIdOf } from '@/server/places/identifiers/feature-id'
import { type SampleListing, sampleListings } from '@/server/places/sources/sample/listings'

/** A cell as a person's spreadsheet has it. */
export type MessyCell =
  | null
  | string
  | number
  | boolean
  /** A hyperlink behind another text. */
  | { text: string; link: string }
  /** A formula and the value that the spreadsheet calculated. */
  | { formula: string; value: string | number }
  /** A number shown in a format: 1067 as `00000` is 01067. */
  | { number: number; format: string }
  /** A date, which is a number in a date format; ISO 8601 without a time. */
  | { date: string }

/** A row of a sheet, and what becomes of it with every lookup and with names as fallback. */
export interface MessyRow {
  cells: readonly MessyCell[]
  bucket: RowBucket
  /** The listing that is found; null if none. */
  cid: string | null
  /** The number of the earlier row with the same listing. */
  duplicateOf?: number
  nameMatch?: NameMatch
  isHidden?: boolean
}

/** The facts of a sample listing, by its title. */
export function sample(title: string): SampleListing & { cid: string; hex: string; featureId: string } {
  const listing = sampleListings.find((one) => one.title === title)
  const id = listing && featureIdOf(listing.placeId)
  if (!listing || !id) throw new Error(`There is no sample listing "${title}".`)
  const hex = `0x${id.cid.toString(16)}`
  return { ...listing, cid: String(id.cid), hex, featureId: `0x${id.cell.toString(16)}:${hex}` }
}

/** The links to a sample listing that people paste into sheets. */
export const linkTo = {
  cid: (title: string) => `https://maps.google.com/?cid=${sample(title).cid}`,
  desktop: (title: string) =>
    `https://www.google.com/maps/place/${encodeURIComponent(title).replaceAll('%20', '+')}/data=!4m2!3m1!1s${sample(title).featureId}`,
  review: (title: string) => `https://search.google.com/local/writereview?placeid=${sample(title).placeId}`,
  embed: (title: string) => `https://maps.google.com/maps?q=x&ftid=${sample(title).featureId}`,
}

export const title = (...cells: MessyCell[]): MessyRow => ({ cells, bucket: 'heading', cid: null })
export const headings = (...cells: MessyCell[]): MessyRow => title(...cells)
export const blank = (): MessyRow => ({ cells: [], bucket: 'blank', cid: null })
/** A row that finds a sample listing. */
export const found = (name: string, ...cells: MessyCell[]): MessyRow => ({
  cells,
  bucket: 'found',
  cid: sample(name).cid,
})
/** A row that finds a sample listing under a name that is not the sheet's. */
export const differs = (name: string, ...cells: MessyCell[]): MessyRow => ({
  cells,
  bucket: 'name_differs',
  cid: sample(name).cid,
  nameMatch: 'different',
})
export const duplicate = (duplicateOf: number, row: MessyRow): MessyRow => ({ ...row, duplicateOf })
export const hidden = (row: MessyRow): MessyRow => ({ ...row, isHidden: true })
const without =
  (bucket: RowBucket) =>
  (...cells: MessyCell[]): MessyRow => ({ cells, bucket, cid: null })
export const notFound = without('not_found')
export const unreadable = without('unreadable')
export const notSent = without('not_sent')

/** A number as a spreadsheet keeps it: its first 15 digits. */
export const rounded = (cid: string): number => Number(cid.slice(0, 15) + '0'.repeat(cid.length - 15))
