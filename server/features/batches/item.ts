import { hash } from 'node:crypto'
import type { ListLayout } from '@/server/features/lists/list-layout'
import {
  type RowCells,
  type RowRequest,
  type RowSettings,
  requestOf,
  searchFor,
} from '@/server/features/lists/row-request'
import type { NotSentReason } from '@/server/features/lists/row-state'
import { excerpt, inUnicode, isTooDeep, tooDeep } from '@/server/platform/runtime/input'
import { longestLine } from './limits'

/**
 * A row as it was sent: a string, a JSON object, or the cells of a CSV row. For an unreadable row: 0, the reason, and the
 * beginning of the text.
 */
export type Item = string | Record<string, unknown> | string[] | [unreadable: 0, why: string, start: string]

/** How a batch's items are looked up. */
export interface ItemSettings extends RowSettings, ListLayout {}

/** Converts a JSON value that was sent as a row to an item. */
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

/** Returns why an unreadable row cannot be looked up, and the beginning of its text; null for other rows. */
export function unreadableOf(item: Item): { why: string; start: string } | null {
  if (!Array.isArray(item) || typeof item[0] !== 'number') return null
  const [, why = '', start = ''] = item
  return { why, start }
}

/** Returns the item for an unreadable row. */
export const unreadable = (why: string, text: string): Item => [0, why, excerpt(text)]

export const tooLong = `This line is too long. The limit is ${longestLine.toLocaleString('en')} characters.`
const asString = 'Numbers lose digits. Send identifiers as strings.'

/** Whether a row has nothing in it. */
export function isBlank(item: Item): boolean {
  if (typeof item === 'string') return item.trim() === ''
  return Array.isArray(item) && unreadableOf(item) === null && item.every((cell) => String(cell).trim() === '')
}

/** Returns why a row is not a line; null if it is one. @param row its number, from 0. */
export function reasonOf(
  item: Item,
  row: number,
  { headingRow }: Pick<ListLayout, 'headingRow'>,
): NotSentReason | null {
  if (isBlank(item)) return 'blank'
  if (row >= headingRow) return null
  return row === headingRow - 1 ? 'heading' : 'title'
}

/**
 * Parses the lookup that a batch's row requests.
 * @param columns the columns of the batch's CSV.
 */
export function requestOfItem(item: Item, settings: ItemSettings, columns: readonly string[]): RowRequest {
  if (typeof item === 'string') return requestOf({ link: item, name: '', address: '', country: '' }, settings)
  if (!Array.isArray(item)) return requestOfObject(item, settings)
  const broken = unreadableOf(item)
  return broken ? { fault: broken.why } : requestOf(partsOf(item, settings, columns), settings)
}

/** Returns the name in a row, to compare with the listing's; empty if it has none. */
export function nameOf(item: Item, settings: ListLayout, columns: readonly string[]): string {
  if (typeof item === 'string' || unreadableOf(item)) return ''
  if (Array.isArray(item)) return cellOf(item, columns, settings.nameColumn)
  return typeof item.name === 'string' ? item.name : ''
}

const linkFields = ['url', 'cid'] as const

function requestOfObject(item: Record<string, unknown>, settings: ItemSettings): RowRequest {
  const { operation } = settings
  const [field, ...others] = linkFields.filter((one) => item[one] !== undefined && item[one] !== null)
  const hasName = item.name !== undefined && item.name !== null
  if (others.length > 0 || (field === undefined && !hasName)) return { fault: oneOf }
  const { name = '', address = '', country = '' } = item
  const link = field === undefined ? '' : item[field]
  const texts = [link, name ?? '', address ?? '', country ?? '']
  if (!texts.every((text) => typeof text === 'string')) return { fault: asString }
  const cells: RowCells = {
    // A short number is a CID if it is called one.
    link:
      field === 'cid' && operation !== 'convert' && /^\d/.test(texts[0] ?? '') ? `cid:${texts[0]}` : (texts[0] ?? ''),
    name: texts[1] ?? '',
    address: texts[2] ?? '',
    country: texts[3] ?? '',
  }
  const fitting: readonly string[] = {
    auto: ['url', 'cid', 'name'],
    resolve: linkFields,
    search: ['name'],
    convert: ['cid'],
  }[operation]
  const isNameOnly = field === undefined
  if (isNameOnly && settings.fallback !== 'name' && fitting.includes('name')) return searchFor(cells, settings)
  if (fitting.includes(field ?? 'name') || (isNameOnly && settings.fallback === 'name'))
    return requestOf(cells, operation === 'auto' ? { ...settings, operation: 'resolve' } : settings)
  return { fault: `This batch only accepts lines with ${fitting.join(' or ')}.` }
}

const oneOf = 'Send one of url and cid, or a name, per line.'

function partsOf(item: Item & unknown[], settings: ListLayout, columns: readonly string[]): RowCells {
  const cell = (name: string) => cellOf(item, columns, name)
  const { column, nameColumn, addressColumns, countryColumn } = settings
  const address = addressColumns
    .map((name) => cell(name).trim())
    .filter(Boolean)
    .join(', ')
  return { link: cell(column), name: cell(nameColumn), address, country: cell(countryColumn) }
}

/** Bytes per row fingerprint. With a million different rows, two fingerprints collide in one in 10^17 batches. */
export const fingerprintBytes = 12

/**
 * Returns the fingerprint of a row as base64url: equal for two rows with the same request and the same name in the same
 * words, and all zeros for a row without a request. Does not parse links or identifiers, because that would take minutes
 * for a million rows.
 */
export function fingerprintOf(item: Item, settings: ItemSettings, columns: readonly string[]): string {
  const words = wordsOf(item, settings, columns)
  return words === null ? none : fingerprintOfText(words)
}

/** Returns the fingerprint of a string as base64url. */
export const fingerprintOfText = (text: string): string =>
  hash('sha256', text, 'buffer').toString('base64url', 0, fingerprintBytes)

function wordsOf(item: Item, settings: ItemSettings, columns: readonly string[]): string | null {
  if (isBlank(item) || unreadableOf(item)) return null
  if (typeof item === 'string') return item.trim()
  if (!Array.isArray(item)) return JSON.stringify([item.url, item.name, item.cid, item.address, item.country])
  const { link, name, address, country } = partsOf(item, settings, columns)
  const words = [link, name, address, country].map((text) => text.trim())
  const hasRequest = words[0] !== '' || (settings.fallback === 'name' && words[1] !== '')
  return hasRequest ? JSON.stringify(words) : null
}

const cellOf = (cells: Item & unknown[], columns: readonly string[], name: string): string =>
  name === '' ? '' : (cells[columns.indexOf(name)] ?? '').toString()

const none = 'A'.repeat((fingerprintBytes * 4) / 3)
