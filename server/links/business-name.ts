import { readBareIdentifier } from './bare-identifiers'
import { findLinks } from './find-links'

const longestName = 200

/** Whether a text is hexadecimal digits without `0x`, and not a word such as "fabaceae" that has only such letters. */
export const isBareHex = (text: string): boolean =>
  /^[0-9a-f]{8,16}$/i.test(text) && /[a-f]/i.test(text) && (/\d/.test(text) || text.length === 16)

/** Returns a text as a name to search for; null if it has a link or looks like an identifier, or cannot be a name. */
export function businessName(text: string): string | null {
  const words = text.trim().replace(/\s+/g, ' ')
  const isWord = readBareIdentifier(words) === null || /^[a-f]{8,15}$/i.test(words)
  const isPlain = isWord && findLinks(words).length === 0
  return isPlain && /\p{L}/u.test(words) && [...words].length <= longestName ? words : null
}
