import { PinrefError } from '@/server/platform/problems/errors'

/** How many characters of a caller's text are repeated in an error or a stored note. */
const maxExcerpt = 200

/**
 * Returns the start of a string, with an ellipsis if there is more. The result is valid Unicode, even if the string is
 * not.
 */
export const excerpt = (text: string): string =>
  (text.length <= maxExcerpt
    ? text
    : `${text.slice(0, maxExcerpt - 1).replace(/[\ud800-\udbff]$/, '')}…`
  ).toWellFormed()

/*
 * JSON can escape half of a surrogate pair ("\ud800"), which is not valid Unicode, and which many JSON parsers refuse to
 * read. So a short text with one is rejected, and in rows, which must not be lost, it becomes U+FFFD.
 */

/** Whether a text is valid Unicode. */
export const isUnicode = (text: string): boolean => text.isWellFormed()

export const notUnicode = 'This text is not valid Unicode: it contains half of a surrogate pair.'

/** An escape sequence in JSON, and the four digits if it stands for half of a surrogate pair or the first of two. */
const escapeSequence = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|.)/gs

/** Returns a value that was parsed from JSON, with U+FFFD in place of each half of a surrogate pair. */
export function inUnicode<T>(value: T, json = JSON.stringify(value)): T {
  if (!json.includes('\\ud')) return value
  return JSON.parse(json.replace(escapeSequence, (sequence, half) => (half ? '\\ufffd' : sequence)))
}

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
