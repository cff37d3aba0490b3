import { isBareHex } from '@/server/places/links/bare-identifiers'
import { readReference } from '@/server/places/links/read-reference'
import { isShortNumber, UnreadableText } from '@/server/places/links/refusal'
import { PinrefError } from '@/server/platform/problems/errors'

/**
 * What a cell looks like. `listing`: a link or an identifier that points to one listing. `map`: a damaged identifier, or a
 * Google Maps link to something else. `site`: a link to another website. `number`: digits and marks, such as amounts, phone
 * numbers, postal codes, dates, and coordinates.
 */
export type CellKind = 'empty' | 'listing' | 'map' | 'site' | 'email' | 'number' | 'text'

/** How many rows at the beginning of a list are examined, as on the bulk page and in a batch. */
export const examinedRows = 50

/** The number of columns and characters of a row that are examined: as in a batch. */
const examinedColumns = 200
const examinedCharacters = 8_192

/** Of wide lists, fewer rows are examined, so that the work is limited by the number of cells. */
const mostCells = 2_000
const leastRows = 10

/** Returns the examined cells of the first rows, trimmed. A cell that exceeds what is examined is empty. */
export function examinedPart(rows: ReadonlyArray<readonly string[]>): string[][] {
  const first = rows.slice(0, examinedRows)
  const width = Math.min(
    examinedColumns,
    first.reduce((most, { length }) => Math.max(most, length), 1),
  )
  return first.slice(0, Math.max(leastRows, Math.floor(mostCells / width))).map(examinedCells)
}

function examinedCells(row: readonly string[]): string[] {
  let characters = 0
  return row.slice(0, examinedColumns).map((cell) => {
    characters += cell.length
    return characters > examinedCharacters ? '' : cell.trim()
  })
}

/** Returns what a cell looks like. */
export function cellKind(cell: string): CellKind {
  const text = cell.trim()
  if (text === '') return 'empty'
  if (/^-?\d{14,20}(?:\.0+)?$/.test(text)) return isLong(text) ? identifierKind(text) : 'number'
  // What spreadsheets make of a CID.
  if (/^\d(?:[.,]\d+)?e\+1[5-9]$/i.test(text)) return 'map'
  if (isNumber(text)) return 'number'
  if (/^\S+@[\w-]+(?:\.[\w-]+)+$/.test(text)) return 'email'
  if (isBareHex(text)) return isLong(`0x${text}`) ? identifierKind(`0x${text}`) : 'text'
  return /[/:=]|\.\p{L}|ChIJ|0x/iu.test(text) ? identifierKind(text) : 'text'
}

/** Whether a cell consists of digits and marks. */
export const isNumber = (cell: string): boolean => /\d/.test(cell) && /^[\d\s.,:/()+\-–%'°"NSEW€$£¥]+$/.test(cell)

/** An address of a website, unlike the abbreviations `Kd.Nr.` and `o.k.`. */
const address = /https?:\/\/|www\.|^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:\/\S*)?$/

/** A shorter number is rather a postal code, a phone number, or an article number than a CID. */
const isLong = (number: string): boolean => !isShortNumber(BigInt(number.replace(/^-|\.0+$/g, '')))

function identifierKind(text: string): CellKind {
  try {
    readReference(text)
    return 'listing'
  } catch (error) {
    if (!(error instanceof PinrefError)) throw error
    const cause = error instanceof UnreadableText ? error.why : 'words'
    if (cause === 'other_site') return address.test(text) ? 'site' : 'text'
    return cause === 'words' || cause === 'too_long' ? 'text' : 'map'
  }
}

/**
 * Whether a cell points to one listing, by a link or an identifier. A bare number below 2^44 doesn't: it is more likely a
 * row number.
 */
export const namesListing = (cell: string): boolean => cellKind(cell) === 'listing'
