import { hash } from 'node:crypto'
import { readCountry } from '@/server/features/listings/country'
import { businessName, isBareHex, isForResolve, useResolve } from '@/server/places/links/bare-identifiers'
import { readReference } from '@/server/places/links/read-reference'
import { PinrefError } from '@/server/platform/problems/errors'
import { excerpt, inUnicode, isTooDeep, tooDeep } from '@/server/platform/runtime/input'
import type { BatchSettings } from './batch'
import { longestLine } from './limits'

/**
 * A line as it was sent: a string, a JSON object, or the cells of a CSV row. For an unreadable line: 0, the reason, and the
 * beginning of the text.
 */
export type Item = string | Record<string, unknown> | string[] | [unreadable: 0, why: string, start: string]

/** The lookup that a line requests. */
export type LineRequest =
  | { operation: 'resolve'; url: string }
  | { operation: 'search'; name: string; country: string | null }
  | { operation: 'convert'; cid: string }
  /** Why the line cannot be looked up, and what to do about it. */
  | { fault: string }

const longestUrl = 2048
const longestName = 200

/** Converts a JSON value that was sent as a line to an item. */
export function itemOf(value: unknown): Item {
  const isItem = typeof value === 'string' || (typeof value === 'object' && value !== null && !Array.isArray(value))
  if (isTooDeep(value)) return unreadable(tooDeep, '')
  const text = JSON.stringify(value)
  if (!isItem) return unreadable(typeof value === 'number' ? asString : 'Send a line as a string or an object.', text)
  return text.length > longestLine ? unreadable(tooLong, text) : (inUnicode(value, text) as Item)
}

/** Returns the approximate length of an item as JSON: escaped characters count as one. */
export function charactersOf(item: Item): number {
  if (typeof item === 'string') return item.length + 3
  if (!Array.isArray(item)) return JSON.stringify(item).length
  return item.reduce<number>((sum, cell) => sum + String(cell).length + 3, 2)
}

/** Returns why an unreadable line cannot be looked up, and the beginning of its text; null for other lines. */
export function unreadableOf(item: Item): { why: string; start: string } | null {
  if (!Array.isArray(item) || typeof item[0] !== 'number') return null
  const [, why = '', start = ''] = item
  return { why, start }
}

/** Returns the item for an unreadable line. */
export const unreadable = (why: string, text: string): Item => [0, why, excerpt(text)]

export const tooLong = `This line is too long. The limit is ${longestLine.toLocaleString('en')} characters.`
const asString = 'Numbers lose digits. Send identifiers as strings.'
const empty = 'This line is empty.'

/**
 * Parses the lookup that a batch line requests.
 * @param columns the columns of the batch's CSV.
 */
export function requestOf(item: Item, settings: BatchSettings, columns: readonly string[]): LineRequest {
  if (typeof item === 'string') return requestOfText(item, '', '', settings)
  if (!Array.isArray(item)) return requestOfObject(item, settings)
  const broken = unreadableOf(item)
  if (broken) return { fault: broken.why }
  const cell = (name: string) => cellOf(item, columns, name)
  return requestOfText(cell(settings.column), cell(settings.addressColumn), cell(settings.countryColumn), settings)
}

function requestOfObject(item: Record<string, unknown>, settings: BatchSettings): LineRequest {
  const { operation } = settings
  const fields = (['url', 'name', 'cid'] as const).filter((field) => item[field] !== undefined && item[field] !== null)
  const [field] = fields
  if (field === undefined || fields.length > 1) return { fault: 'Send exactly one of url, name, and cid per line.' }
  const [text, address = '', country = ''] = [item[field], item.address ?? '', item.country ?? '']
  if (typeof text !== 'string' || typeof address !== 'string' || typeof country !== 'string') return { fault: asString }
  if (operation === 'auto' && field === 'name') return asSearch(text, address, country, settings)
  const fitting = { auto: ['url', 'cid'], resolve: ['url', 'cid'], search: ['name'], convert: ['cid'] }[operation]
  if (!fitting.includes(field)) return { fault: `This batch only accepts lines with ${fitting.join(' or ')}.` }
  return requestOfText(text, address, country, operation === 'auto' ? { ...settings, operation: 'resolve' } : settings)
}

function requestOfText(input: string, address: string, country: string, settings: BatchSettings): LineRequest {
  const text = input.trim()
  if (text === '') return { fault: empty }
  // No valid input is longer, and parsing a string as a link takes time.
  if (isLongerThan(longestUrl, text)) return { fault: `Send at most ${longestUrl} characters.` }
  switch (settings.operation) {
    case 'convert':
      return { operation: 'convert', cid: text }
    case 'search':
      return asSearch(text, address, country, settings)
    case 'resolve':
      return asResolve(text)
    case 'auto':
      return isName(text) ? asSearch(text, address, country, settings) : asResolve(text)
  }
}

/** Whether a string is a business name rather than a link or an identifier. */
function isName(text: string): boolean {
  if (isBareHex(text)) return false
  try {
    readReference(text)
    return false
  } catch (error) {
    if (!(error instanceof PinrefError)) throw error
    return businessName(text) !== null
  }
}

/** Whether a string has more than this number of characters. Characters over 16 bits count as one, as in `resolve`. */
const isLongerThan = (characters: number, text: string): boolean =>
  text.length > characters && (text.length > 2 * characters || [...text].length > characters)

function asResolve(text: string): LineRequest {
  return { operation: 'resolve', url: isBareHex(text) ? `0x${text}` : text }
}

function asSearch(input: string, address: string, countryText: string, { details }: BatchSettings): LineRequest {
  if (isForResolve(input)) return { fault: useResolve }
  if (details !== 'full') return { fault: 'Names require details "full", because Google bills every search.' }
  const name = [input, address]
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
    .join(', ')
  if (name === '') return { fault: empty }
  if (isLongerThan(longestName, name))
    return { fault: `Send a name and address of at most ${longestName} characters in total.` }
  const country = countryText.trim() === '' ? null : readCountry(countryText)
  if (country === null && countryText.trim() !== '') return { fault: 'Send the country as two letters, such as GB.' }
  return { operation: 'search', name, country }
}

/** Bytes per line fingerprint. With a million different lines, two fingerprints collide in one in 10^17 batches. */
export const fingerprintBytes = 12

/**
 * Returns the fingerprint of a line as base64url: equal for two lines with the same request in the same words, and all
 * zeros for an unreadable line. Does not parse links or identifiers, because that would take minutes for a million
 * lines.
 */
export function fingerprintOf(item: Item, settings: BatchSettings, columns: readonly string[]): string {
  const words = wordsOf(item, settings, columns)
  return words === null ? none : hash('sha256', words, 'buffer').toString('base64url', 0, fingerprintBytes)
}

function wordsOf(item: Item, settings: BatchSettings, columns: readonly string[]): string | null {
  if (typeof item === 'string') return item.trim()
  if (!Array.isArray(item)) return JSON.stringify([item.url, item.name, item.cid, item.address, item.country])
  if (unreadableOf(item)) return null
  const { column, addressColumn, countryColumn } = settings
  return JSON.stringify([column, addressColumn, countryColumn].map((name) => cellOf(item, columns, name).trim()))
}

const cellOf = (cells: Item & unknown[], columns: readonly string[], name: string): string =>
  name === '' ? '' : (cells[columns.indexOf(name)] ?? '').toString()

const none = 'A'.repeat((fingerprintBytes * 4) / 3)
