import type { NamedListing } from '@/components/reading/named-listing'
import { type ReadingKind, readingOf } from '@/components/reading/reading'
import type { ListColumns } from '@/server/features/lists/columns'
import { isBlank } from '@/server/features/lists/list-text'
import { nameMatch } from '@/server/features/lists/name-match'
import { type RowSearch, searchFor } from '@/server/features/lists/row-request'
import type { NameMatch } from '@/server/features/lists/row-state'
import type { ApiErrorCode } from '@/server/platform/problems/errors'

/** The maximum row length, including all cells, in characters: the same as in a batch. */
export const longestRow = 8_192

/** What the reading of a row's cell found, or why there is nothing to read. */
type RowKind = ReadingKind | 'title' | 'heading' | 'blank' | 'no_link'

/** The search for a row's name. */
export interface NameSearch {
  name: string
  /** Null if unknown. */
  country: string | null
}

/** A row as read, without any lookup. */
export interface ReadRow {
  /** The row's number in its sheet, from 1. */
  number: number
  cells: readonly string[]
  /** The cell that is looked up; empty if the row has none. */
  text: string
  /** The client's name and reference; empty if the row has none. */
  name: string
  reference: string
  kind: RowKind
  /** Why the cell can't be read, and the code of that error; null if it can. */
  fault: string | null
  code: ApiErrorCode | null
  /** The link or identifier to look up; null if the row has none. */
  url: string | null
  /** The search for the row's name, if its cell is a name, or has no link to a listing and may have none; null if not. */
  search: NameSearch | null
  named: NamedListing | null
  /** How the row's name compares with the title in its link. */
  nameMatch: NameMatch | null
  /** The index of the first row with the same request, and of the first one that names the same listing; may be this one. */
  first: number
  firstListing: number
}

/**
 * Which rows count as duplicates before any lookup: rows that identify the same listing or, as in a batch, rows with the
 * same text.
 */
export type Sameness = 'listing' | 'words'

/**
 * What a lookup adds to a row: facts about a listing that was read here, or the listing for a short link or a name.
 */
export const lookupGroups = ['listing', 'short_link', 'name'] as const

export type LookupGroup = (typeof lookupGroups)[number]

/** The number of rows of each kind. Lookups count duplicates once. */
export interface ReadCounts {
  rows: number
  headings: number
  blank: number
  /** Lines with identifiers that were read here. */
  read: number
  unreadable: number
  /** Numbers that a spreadsheet rounded. */
  rounded: number
  lookups: Readonly<Record<LookupGroup, number>>
}

export const noCounts: ReadCounts = {
  rows: 0,
  headings: 0,
  blank: 0,
  read: 0,
  unreadable: 0,
  rounded: 0,
  lookups: { listing: 0, short_link: 0, name: 0 },
}

/** Returns the number of lines, which are all rows except headings and blank rows. */
export const linesIn = ({ rows, headings, blank }: ReadCounts): number => rows - headings - blank

/** Returns the kind of lookup that a row needs; null if there is nothing to look up. */
export function groupOf({ kind, url, search }: Pick<ReadRow, 'kind' | 'url' | 'search'>): LookupGroup | null {
  if (kind === 'listing' || kind === 'short_link') return kind
  if (kind === 'rounded' && url !== null) return 'listing'
  return search === null ? null : 'name'
}

/** How the rows of a sheet are read. */
export interface RowLayout {
  /** The number of the row with the headings; 0 for none. */
  headingRow: number
  columns: ListColumns
}

/** Reads rows one by one and counts them. */
export function rowReader({ headingRow, columns }: RowLayout, sameness: Sameness) {
  const firsts = new Map<string, number>()
  const listings = new Map<string, number>()
  const firstIn = (rows: Map<string, number>, key: string, index: number): number => {
    const first = rows.get(key)
    if (first === undefined) rows.set(key, index)
    return first ?? index
  }
  const lookups = { ...noCounts.lookups }
  const counts = { ...noCounts, lookups }
  const read = (cells: readonly string[]): ReadRow => {
    const index = counts.rows
    counts.rows += 1
    const { row: own, key, words } = readCells(cells, index + 1, { headingRow, columns })
    const firstListing = own.named ? firstIn(listings, own.named.cid, index) : index
    const row = { ...own, number: index + 1, cells, first: index, firstListing }
    if (row.kind === 'title' || row.kind === 'heading') counts.headings += 1
    else if (row.kind === 'blank') counts.blank += 1
    if (row.fault !== null) counts.unreadable += 1
    if (row.named) counts.read += 1
    if (row.kind === 'rounded') counts.rounded += 1
    const group = groupOf(row)
    if (group === null) return row
    const request = sameness === 'listing' ? key : words
    const first = firstIn(firsts, request, index)
    if (first === index) lookups[group] += 1
    return { ...row, first }
  }
  return { read, counts: (): ReadCounts => ({ ...counts, lookups: { ...lookups } }) }
}

interface ReadCells {
  row: Omit<ReadRow, 'number' | 'cells' | 'first' | 'firstListing'>
  /** Equal for rows that are sure to have the same result. */
  key: string
  /** Equal for rows that a batch looks up once. */
  words: string
}

const nothing = {
  text: '',
  name: '',
  reference: '',
  fault: null,
  code: null,
  url: null,
  search: null,
  named: null,
  nameMatch: null,
} as const

const noKey = { key: '', words: '' }

/** Reads a row's cells, except for how it compares with other rows. */
function readCells(cells: readonly string[], number: number, { headingRow, columns }: RowLayout): ReadCells {
  if (isBlank(cells)) return { row: { ...nothing, kind: 'blank' }, ...noKey }
  if (number <= headingRow) return { row: { ...nothing, kind: number === headingRow ? 'heading' : 'title' }, ...noKey }
  const cellAt = (at: number | null) => (at === null ? '' : (cells[at]?.trim() ?? ''))
  const text = cellAt(columns.link)
  const [name, reference] = [cellAt(columns.name), cellAt(columns.reference)]
  const row = { ...nothing, text, name, reference }
  if (cells.reduce((sum, cell) => sum + cell.length, 0) > longestRow) {
    const start = text.slice(0, longestShown)
    return { row: { ...row, text: start, kind: 'too_long', fault: tooLong, code: 'invalid_request' }, ...noKey }
  }
  const address = columns.address.map(cellAt).filter(Boolean).join(', ')
  const country = cellAt(columns.country)
  const searchOf = (name: string) => searchFor({ name, address, country }, { details: 'full' })
  const found = searchOf(name)
  const search = 'lookup' in found ? nameSearch(found.lookup) : null
  const words = JSON.stringify([text, name, address, country])
  const searchKey = JSON.stringify(search)
  if (text === '') return { row: { ...row, kind: search ? 'name' : 'no_link', search }, key: searchKey, words }
  const { kind, words: reading, request, named, code, sameness, canBeExact } = readingOf(text)
  if (kind === 'name') {
    const own = search ? found : searchOf(text)
    if ('fault' in own)
      return { row: { ...row, kind: 'words', fault: own.fault, code: 'invalid_request' }, key: searchKey, words }
    const byName = 'lookup' in own ? nameSearch(own.lookup) : null
    return { row: { ...row, kind, search: byName }, key: JSON.stringify(byName), words }
  }
  const url = request.operation === 'resolve' ? request.url : null
  if (canBeExact) return { row: { ...row, kind, fault: reading, code, url, search }, key: sameness, words }
  if (code !== null) return { row: { ...row, kind, fault: reading, code, search }, key: searchKey, words }
  const match = name && named?.title ? nameMatch(name, named.title) : null
  return { row: { ...row, kind, url, search, named, nameMatch: match }, key: named ? named.cid : sameness, words }
}

const nameSearch = ({ name, country }: RowSearch): NameSearch => ({ name, country })

/** How much of an overlong row is shown. */
const longestShown = 300
const tooLong = `This row is too long. The limit is ${longestRow.toLocaleString('en')} characters.`
