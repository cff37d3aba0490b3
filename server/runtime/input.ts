import { PinrefError } from '@/server/errors'

/** How many characters of a caller's text are repeated in an error or a stored note. */
const maxExcerpt = 200

/** Returns the start of a string, with an ellipsis if there is more. */
export const excerpt = (text: string): string =>
  text.length <= maxExcerpt ? text : `${text.slice(0, maxExcerpt - 1).replace(/[\ud800-\udbff]$/, '')}…`

/**
 * How deeply arrays and objects in a body may be nested. Writing JSON that is thousands of levels deep overflows the
 * stack.
 */
export const maxJsonDepth = 32

export const tooDeep = `Nest JSON at most ${maxJsonDepth} levels deep.`

/** Whether a JSON value has more levels of arrays and objects than allowed. */
export const isTooDeep = (value: unknown, levels = maxJsonDepth): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || (Array.isArray(value) ? value : Object.values(value)).some((one) => isTooDeep(one, levels - 1)))

/**
 * Returns a value that was parsed from JSON.
 * @throws PinrefError `invalid_request` if the value is nested too deeply.
 */
export function shallow<T>(value: T): T {
  if (isTooDeep(value)) throw new PinrefError('invalid_request', tooDeep)
  return value
}
