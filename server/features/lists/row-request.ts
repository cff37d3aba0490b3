import { businessName, isBareHex, isForResolve, useResolve } from '@/server/places/links/bare-identifiers'
import { readText } from '@/server/places/links/read-reference'
import type { Reference } from '@/server/places/links/reference'
import type { Refusal } from '@/server/places/links/refusal'
import type { DetailLevel } from '@/server/places/upstream/lookup-options'
import { countryInAddress, countryOf } from './country-names'
import type { NotSentReason } from './row-state'

/**
 * What a list's rows are looked up as. `auto` treats each row as a link or an identifier if possible, and otherwise as a
 * name to search for.
 */
export const rowOperations = ['auto', 'resolve', 'search', 'convert'] as const

/** What to do with a row without a usable link: nothing, or search for its name. */
export const fallbacks = ['none', 'name'] as const

/** How the rows of a list are looked up. */
export interface RowSettings {
  operation: (typeof rowOperations)[number]
  details: DetailLevel
  fallback: (typeof fallbacks)[number]
}

/** The parts of a row that matter for its lookup; empty for none. */
export interface RowCells {
  /** A link, an identifier, or whatever is looked up. */
  link: string
  name: string
  address: string
  country: string
}

/** A search for a name, with its address. */
export interface RowSearch {
  operation: 'search'
  name: string
  country: string | null
}

/** A link or an identifier, and what it points to, or why it was rejected. Reading it takes time, so it is read once. */
interface RowResolve {
  operation: 'resolve'
  url: string
  read: Reference | Refusal
}

export type RowLookup = RowResolve | RowSearch | { operation: 'convert'; cid: string }

/** What a row requests: a lookup, with the search to try if its link leads to no listing; or why it is not looked up. */
export type RowRequest =
  | { lookup: RowLookup; fallback: RowSearch | null }
  | { notSent: NotSentReason }
  /** The row is invalid: why, and what to do about it. */
  | { fault: string }

const longestUrl = 2048
const longestName = 200

/** Returns what a row requests. Pure, so that browsers and the command line show the same as the server looks up. */
export function requestOf({ link, name, address, country }: RowCells, settings: RowSettings): RowRequest {
  const text = link.trim()
  const isNameAllowed = settings.fallback === 'name' && name.trim() !== ''
  const byName = isNameAllowed ? searchFor({ name, address, country }, settings) : null
  if (text === '') return byName ?? { notSent: 'no_link' }
  const search = byName && 'lookup' in byName ? byName : null
  // No valid input is longer, and parsing a string as a link takes time.
  if (isLongerThan(longestUrl, text)) return search ?? { fault: `Send at most ${longestUrl} characters.` }
  switch (settings.operation) {
    case 'convert':
      return { lookup: { operation: 'convert', cid: text }, fallback: null }
    case 'search':
      return searchFor({ name: text, address, country }, settings)
    case 'resolve':
      return { lookup: resolveOf(text), fallback: search?.lookup ?? null }
    case 'auto': {
      const lookup = resolveOf(text)
      // Words beside a name are remarks, such as "see email".
      if (isName(lookup) && (search || name.trim() === ''))
        return search ?? searchFor({ name: text, address, country }, settings)
      return { lookup, fallback: search?.lookup ?? null }
    }
  }
}

/** Whether a string is a business name rather than a link or an identifier. */
const isName = ({ url, read }: RowResolve): boolean => read.kind === 'refused' && businessName(url) !== null

/** Whether a string has more than this number of characters. Characters over 16 bits count as one, as in `resolve`. */
const isLongerThan = (characters: number, text: string): boolean =>
  text.length > characters && (text.length > 2 * characters || [...text].length > characters)

function resolveOf(text: string): RowResolve {
  const url = isBareHex(text) ? `0x${text}` : text
  return { operation: 'resolve', url, read: readText(url) }
}

/**
 * Returns the request that searches for a name, at its address, in its country: the one in the cell, or at the end of the
 * address.
 */
export function searchFor(
  { name, address, country }: Omit<RowCells, 'link'>,
  { details }: Pick<RowSettings, 'details'>,
): { lookup: RowSearch; fallback: null } | { fault: string } | { notSent: 'no_link' } {
  if (name.trim() === '') return { notSent: 'no_link' }
  if (isForResolve(name)) return { fault: useResolve }
  if (details !== 'full') return { fault: 'Names require details "full", because Google bills every search.' }
  const text = [name, address]
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
    .join(', ')
  if (isLongerThan(longestName, text))
    return { fault: `Send a name and address of at most ${longestName} characters in total.` }
  const code = countryOf(country) ?? countryInAddress(address)
  if (code === null && country.trim() !== '')
    return { fault: 'Send the country as two letters, such as GB, or by its name.' }
  return { lookup: { operation: 'search', name: text, country: code }, fallback: null }
}
