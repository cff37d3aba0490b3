import type { IncomingMessage } from 'node:http'
import type { Answer } from '../answer'
import { placesError, wrongMask } from './errors'
import { placeFields } from './wire-place'

/** The requested fields, each a path such as `displayName.text`; `*` is everything. */
export type FieldMask = readonly string[]

/**
 * Reads a call's mask from `X-Goog-FieldMask`, `?fields=`, or `?$fields=`. A mask is required and has no spaces. Text
 * Search requires a prefix; Details does not allow a prefix. When two masks were sent, Google used the wrong one, so
 * the simulator always rejects two masks.
 * @param prefix `places.` for Text Search, empty for Details.
 * @param others paths that are valid without the prefix.
 * @returns the fields, or the response that rejects the mask.
 */
export function readMask(
  { headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>,
  query: URLSearchParams,
  prefix: string,
  others: readonly string[] = [],
): FieldMask | Answer {
  const inQuery = [...query.getAll('fields'), ...query.getAll('$fields')]
  const masks = [...(headersDistinct['x-goog-fieldmask'] ?? []), ...inQuery].filter((mask) => mask !== '')
  const [mask] = masks
  if (mask === undefined) return placesError('no_mask')
  const paths = masks.join(', ').split(',')
  const wrong = paths.find((path) => !others.includes(path) && path !== '*' && !isFieldPath(path, prefix))
  return wrong === undefined ? paths : wrongMask(mask, wrong)
}

function isFieldPath(path: string, prefix: string): boolean {
  if (!path.startsWith(prefix)) return false
  const rest = path.slice(prefix.length)
  return (prefix !== '' && rest === '*') || placeFields.has(rest.split('.')[0] ?? '')
}

/** Returns the part of a message that a mask selects. A path may point into a field; lists are copied whole. */
export function masked(message: Record<string, unknown>, mask: FieldMask): Record<string, unknown> {
  if (mask.includes('*')) return message
  const selected: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(message)) {
    const inner = mask.flatMap((path) => (path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : []))
    if (mask.includes(name)) selected[name] = value
    else if (inner.length > 0) selected[name] = isMessage(value) ? masked(value, inner) : value
  }
  return selected
}

function isMessage(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
