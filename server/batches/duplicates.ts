import type { YieldTurn } from '@/server/runtime/fair-turn'

/** Bytes of a line's fingerprint. In a batch of a million different lines, two are taken for the same once in 10^17 batches. */
export const fingerprintBytes = 12

/** How many lines are looked at before other work may have its turn. */
const linesAtOnce = 1_000

/**
 * Finds the lines that are the same as an earlier one, by their fingerprints. A fingerprint of zeros is that of an unreadable
 * line, which is never the same as another. Lines are sorted by the first 16 bits of their fingerprints, so a million of them
 * take some 20 MB and one second, in small steps.
 * @param fingerprints the fingerprints of all lines, one after the other.
 * @param yieldTurn awaited between lines.
 * @returns for each line, counted from 0: 0, or the line that it is the same as, counted from 1.
 */
export async function findDuplicates(fingerprints: Buffer, yieldTurn: YieldTurn): Promise<Uint32Array> {
  const lines = fingerprints.length / fingerprintBytes
  const ends = new Uint32Array(65_537)
  for (let line = 0; line < lines; line++) {
    const bucket = fingerprints.readUInt16BE(line * fingerprintBytes) + 1
    ends[bucket] = (ends[bucket] ?? 0) + 1
    if (line % linesAtOnce === 0) await yieldTurn()
  }
  for (let bucket = 1; bucket <= 65_536; bucket++) ends[bucket] = (ends[bucket] ?? 0) + (ends[bucket - 1] ?? 0)
  const sorted = new Uint32Array(lines)
  const free = ends.slice()
  for (let line = 0; line < lines; line++) {
    const bucket = fingerprints.readUInt16BE(line * fingerprintBytes)
    const at = free[bucket] ?? 0
    sorted[at] = line
    free[bucket] = at + 1
    if (line % linesAtOnce === 0) await yieldTurn()
  }
  const first = new Uint32Array(lines)
  let looked = 0
  for (let bucket = 0; bucket < 65_536; bucket++) {
    const known = new Map<string, number>()
    for (let at = ends[bucket] ?? 0; at < (ends[bucket + 1] ?? 0); at++) {
      const line = sorted[at] ?? 0
      const fingerprint = fingerprints.toString('latin1', line * fingerprintBytes, (line + 1) * fingerprintBytes)
      const before = known.get(fingerprint)
      if (before !== undefined) first[line] = before + 1
      else if (fingerprint !== unreadable) known.set(fingerprint, line)
      looked += 1
      if (looked % linesAtOnce === 0) await yieldTurn()
    }
  }
  return first
}

const unreadable = '\0'.repeat(fingerprintBytes)
