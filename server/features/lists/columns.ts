import { type CellKind, cellKind, examinedPart, isNumber } from './cell-kinds'
import { countryOf } from './country-names'
import { type HeadingMeaning, type HeadingRole, meaningOf } from './heading-words'

/** Which columns of a list hold what, by index from 0. */
export interface ListColumns {
  /** Links, place ids, CIDs, or whatever is looked up. */
  link: number | null
  /** The names of businesses. */
  name: number | null
  /** An address, or its parts in this order. */
  address: readonly number[]
  country: number | null
  /** The person's own number or code for the business. */
  reference: number | null
}

/** The headings of the columns to look up if the cells don't show what they hold; the first one that exists is used. */
export const usualColumns = ['url', 'link', 'place_id', 'cid', 'name']

/** The beginning of the headings of columns that Pinref added to a list. */
const addedPrefix = 'pinref_'

/** A column of the examined rows. */
interface Column {
  index: number
  name: string
  meaning: HeadingMeaning | null
  /** One per row, trimmed. */
  cells: readonly string[]
  filled: readonly string[]
  kinds: Readonly<Record<CellKind, number>>
}

/**
 * Guesses which columns hold what, from their headings in 17 languages and from their cells. Columns that Pinref added
 * are never guessed.
 * @param names the headings, one per column.
 * @param sampleRows rows below the headings, of which the first 50 are examined.
 * @returns null for a column that the list doesn't have or that is unclear.
 */
export function guessColumns(names: readonly string[], sampleRows: ReadonlyArray<readonly string[]>): ListColumns {
  const rows = examinedPart(sampleRows)
  const columns = names
    .map((name, index) => ({ name, index }))
    .filter(({ name }) => !name.trim().toLowerCase().startsWith(addedPrefix))
    .map(({ name, index }) => columnOf(name, index, rows))
  const link = linkColumn(columns)
  const taken = new Set([link])
  const take = (guess: (free: readonly Column[]) => number | null): number | null => {
    const index = guess(columns.filter((column) => !taken.has(column.index)))
    taken.add(index)
    return index
  }
  const country = take(countryColumn)
  const address = addressColumns(columns.filter(({ index }) => !taken.has(index)))
  for (const index of address) taken.add(index)
  const name = take(nameColumn)
  const reference = take(referenceColumn)
  const guess = { link, name, address, country, reference }
  if (link !== null || name !== null) return guess
  // Without clear links and names, it is the column with such a heading, or the only column.
  const named = take(namedColumn)
  if (named !== null) return { ...guess, link: named }
  const filled = columns.filter((column) => column.filled.length > 0)
  const [single] = filled.length === 1 ? filled.filter(({ index }) => !taken.has(index)) : []
  if (!single) return guess
  return isMostly(single, 'text') ? { ...guess, name: single.index } : { ...guess, link: single.index }
}

function columnOf(name: string, index: number, rows: ReadonlyArray<readonly string[]>): Column {
  const cells = rows.map((row) => row[index] ?? '')
  const kinds = { empty: 0, listing: 0, map: 0, site: 0, email: 0, number: 0, text: 0 }
  for (const cell of cells) kinds[cellKind(cell)] += 1
  return { index, name, meaning: meaningOf(name), cells, filled: cells.filter((cell) => cell !== ''), kinds }
}

const hasRole = (column: Column, role: HeadingRole): boolean => column.meaning?.role === role

/** Whether at least half of a column's filled cells, or none, are of these kinds. */
const isMostly = ({ filled, kinds }: Column, ...wanted: readonly CellKind[]): boolean =>
  2 * wanted.reduce((sum, kind) => sum + kinds[kind], 0) >= filled.length

/** The index of the only column; null if there are several or none. */
const only = (columns: readonly Column[]): number | null => (columns.length === 1 ? (columns[0]?.index ?? null) : null)

/** The headings of columns to look up, in order of preference. */
const linkRoles: readonly HeadingRole[] = ['link', 'placeId', 'cid']

/**
 * Returns the column whose cells point to listings, in at least twice as many rows as in any other. Headings decide between
 * several such columns, and if there is none.
 */
function linkColumn(columns: readonly Column[]): number | null {
  const score = ({ kinds }: Column) => kinds.listing + kinds.map / 2
  const pointing = columns.filter(
    (column) => score(column) > 0 && isMostly(column, 'listing', 'map') && !hasOwnNumbers(column),
  )
  const most = Math.max(0, ...pointing.map(score))
  const leading = pointing.filter((column) => score(column) * 2 > most)
  if (leading.length > 0) return only(leading) ?? namedColumn(leading)
  return namedColumn(columns.filter((column) => score(column) > 0 || isMostly(column, 'site')))
}

/** Whether a column has long numbers that aren't CIDs by their heading, such as contract numbers. */
const hasOwnNumbers = (column: Column): boolean =>
  isOneOf(column, 'reference', 'other') && column.filled.every(isNumber)

function namedColumn(columns: readonly Column[]): number | null {
  for (const role of linkRoles) {
    const named = columns.filter((column) => hasRole(column, role))
    if (named.length > 0) return only(named)
  }
  return null
}

/** The shortest name of a country that counts without a heading: codes are also states, languages, and units. */
const shortestCountry = 4

function countryColumn(columns: readonly Column[]): number | null {
  const share = ({ filled }: Column, least: number, shortest: number) => {
    const countries = filled.filter((cell) => cell.length >= shortest && countryOf(cell) !== null)
    return countries.length >= filled.length * least
  }
  const named = columns.filter((column) => hasRole(column, 'country') && share(column, 0.5, 1))
  if (named.length > 0) return best(named) ?? named.find(({ meaning }) => meaning?.isExact)?.index ?? null
  const unnamed = columns.filter(({ meaning, filled }) => meaning === null && filled.length > 1)
  return only(unnamed.filter((column) => isMostly(column, 'text') && share(column, 0.8, shortestCountry)))
}

/** Returns the only column with an exact heading; otherwise the only column. Of numbered columns, the first one counts. */
function best(columns: readonly Column[]): number | null {
  const first = columns.filter(({ name }) => !/[2-9]$/.test(name))
  const left = first.length > 0 ? first : columns
  return only(left.filter(({ meaning }) => meaning?.isExact)) ?? only(left)
}

function addressColumns(columns: readonly Column[]): number[] {
  const usable = columns.filter((column) => isMostly(column, 'text', 'number'))
  const whole = best(usable.filter((column) => hasRole(column, 'address')))
  const full = usable.find(({ index }) => index === whole)
  const parts = addressParts(usable).filter((part) => !full || !repeats(full, part))
  const found = [...(full ? [full] : []), ...parts].map(({ index }) => index).sort((a, b) => a - b)
  if (found.length > 0) return found
  const unnamed = only(usable.filter((column) => column.meaning === null && looksLikeAddresses(column)))
  return unnamed === null ? [] : [unnamed]
}

/** Returns the columns with parts of an address; none if there are several addresses, such as for billing and shipping. */
function addressParts(columns: readonly Column[]): Column[] {
  const parts = columns.filter((column) => hasRole(column, 'addressPart'))
  const phraseOf = ({ meaning, name }: Column) => `${meaning?.phrase} ${/\d$/.exec(name)?.[0]}`
  const exact = new Set(parts.filter(({ meaning }) => meaning?.isExact).map(phraseOf))
  const clear = parts.filter((part) => part.meaning?.isExact || !exact.has(phraseOf(part)))
  return new Set(clear.map(phraseOf)).size === clear.length ? clear : []
}

/** Whether the cells of a whole address already have a part of it. */
function repeats(full: Column, part: Column): boolean {
  const both = part.cells.filter((cell, row) => cell !== '' && full.cells[row] !== '')
  const repeated = part.cells.filter((cell, row) => cell !== '' && full.cells[row]?.includes(cell))
  return both.length > 0 && repeated.length * 2 >= both.length
}

/** A house number, a postal code, or parts with a number. */
const addressLike =
  /^\p{N}{1,5} \p{L}|\p{L}\p{L}[^,]* \p{N}{1,4} ?\p{L}?$|\p{N}{4}|,.*\p{N}|\p{N}.*,|\p{N}.*[丁番号洞路號号]/u

/** Whether most cells look like different addresses. */
function looksLikeAddresses(column: Column): boolean {
  const like = column.filled.filter((cell) => /\p{L}{2}/u.test(cell) && addressLike.test(cell) && cell.length <= 200)
  const least = column.filled.length * 0.8
  return column.filled.length > 1 && like.length >= least && distinctCells(column) >= least
}

function nameColumn(columns: readonly Column[]): number | null {
  const usable = columns.filter((column) => isMostly(column, 'text'))
  for (const role of ['name', 'client'] as const)
    for (const isExact of [true, false]) {
      const named = usable.filter(({ meaning }) => meaning?.role === role && meaning.isExact === isExact)
      if (named.length > 0) return best(named) ?? mostDistinct(named)
    }
  return only(usable.filter((column) => column.meaning === null && looksLikeNames(column)))
}

const distinctCells = ({ filled }: Column): number => new Set(filled).size

/** Returns the column with at least twice as many different cells as any other, such as branches rather than their chain. */
function mostDistinct(columns: readonly Column[]): number | null {
  const most = Math.max(0, ...columns.map(distinctCells))
  return only(columns.filter((column) => distinctCells(column) * 2 > most))
}

/** Whether most cells are different short texts. */
function looksLikeNames(column: Column): boolean {
  const like = column.filled.filter((cell) => /\p{L}{2}/u.test(cell) && cell.length <= 60)
  const least = column.filled.length * 0.8
  return column.filled.length > 1 && like.length >= least && distinctCells(column) >= least
}

/** The longest number or code of a person's own, in UTF-16 units. */
const longestReference = 40

function referenceColumn(columns: readonly Column[]): number | null {
  const usable = columns.filter(
    (column) =>
      (isMostly(column, 'number', 'text') || hasOwnNumbers(column)) &&
      column.filled.every(({ length }) => length <= longestReference),
  )
  const own = usable.filter((column) => hasRole(column, 'reference'))
  if (own.length > 0) return best(own) ?? mostDistinct(own)
  const numbers = (column: Column) => column.filled.length > 0 && isMostly(column, 'number')
  return best(
    usable.filter((column) => hasRole(column, 'number') || (isOneOf(column, 'client', 'cid') && numbers(column))),
  )
}

const isOneOf = (column: Column, ...roles: readonly HeadingRole[]): boolean =>
  roles.some((role) => hasRole(column, role))
