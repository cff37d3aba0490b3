import { maxBytes } from '@/server/features/batches/limits'
import { cidFromBits } from '@/server/places/identifiers/cid'
import { placeIdOf } from '@/server/places/identifiers/feature-id'

/** A batch line, and its expected result. */
export interface Line {
  text: string
  /** The place id of the line's listing; null if the line cannot be read. */
  placeId: string | null
  /** The number of the line that this line repeats, from 1; null if it doesn't repeat one. */
  sameAs: number | null
}

/** Returns the line with this number, counting from 0. */
export type LineAt = (line: number) => Line

const cell = 0x89c259a9b3117469n

/** The first line's CID. A link with a much shorter CID would count as truncated. */
const firstCid = 0x8000_0000_0000_0000n

/** Different links of about 90 bytes each, as in users' lists. */
export const linkAt: LineAt = (line) => {
  const bits = firstCid + BigInt(line)
  const featureId = `0x${cell.toString(16)}:0x${bits.toString(16)}`
  return {
    text: `https://www.google.com/maps/place/Shop+${line}/data=!4m2!3m1!1s${featureId}`,
    placeId: placeIdOf({ cell, cid: cidFromBits(bits) }),
    sameAs: null,
  }
}

/** Also links, but every fiftieth line cannot be read, and every twentieth repeats one of the first thousand lines. */
export const mixedAt: LineAt = (line) => {
  if (line % 50 === 49) return { text: `https://example.com/shop/${line}`, placeId: null, sameAs: null }
  if (line < 1_000 || line % 20 !== 7) return linkAt(line)
  const first = line % 1_000
  return { ...linkAt(first), sameAs: first + 1 }
}

/** Yields all lines as JSONL, in parts of at most `maxInPart` bytes, by default the maximum for a request. */
export function* partsOf(lines: number, lineAt: LineAt, maxInPart = maxBytes): Generator<string> {
  let part: string[] = []
  let bytes = 0
  for (let line = 0; line < lines; line++) {
    const text = JSON.stringify(lineAt(line).text)
    if (bytes + text.length + 1 > maxInPart) {
      yield part.join('\n')
      part = []
      bytes = 0
    }
    part.push(text)
    bytes += text.length + 1
  }
  yield part.join('\n')
}
