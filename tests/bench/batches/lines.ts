import { mostBytes } from '@/server/batches/limits'
import { cidFromBits } from '@/server/identifiers/cid'
import { placeIdOf } from '@/server/identifiers/feature-id'

const cell = 0x89c259a9b3117469n

const bitsOf = (line: number) => 10_000_000n + BigInt(line)

/** A link, as people have them in lists: about 90 bytes. */
const linkOf = (line: number): string =>
  `https://www.google.com/maps/place/Shop+${line}/data=!4m2!3m1!1s0x${cell.toString(16)}:0x${bitsOf(line).toString(16)}`

/** The place id of the listing behind it. */
export const placeIdAt = (line: number): string => placeIdOf({ cell, cid: cidFromBits(bitsOf(line)) })

/** All lines as parts that are as large as one request may be. */
export function* partsOf(lines: number): Generator<string> {
  let part: string[] = []
  let bytes = 0
  for (let line = 0; line < lines; line++) {
    const text = JSON.stringify(linkOf(line))
    if (bytes + text.length + 1 > mostBytes) {
      yield part.join('\n')
      part = []
      bytes = 0
    }
    part.push(text)
    bytes += text.length + 1
  }
  yield part.join('\n')
}
