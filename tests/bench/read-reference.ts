import { performance } from 'node:perf_hooks'
import { readReference } from '@/server/places/links/read-reference'
import { PinrefError } from '@/server/platform/problems/errors'
import { median } from '../load/statistics'
import { realLinks } from '../unit/links/real-links'

const warmupRounds = 200
const rounds = 1000
/** The number of reads per timing, because the clock is too coarse for a single read. */
const batch = 10

/** Times for one read, in microseconds. */
export interface ReadReferenceTimes {
  links: number
  /** The median of all links' medians. */
  medianMicros: number
  /** The link with the highest median. */
  slowest: { url: string; medianMicros: number }
}

/**
 * Measures how long one link takes to read, over all real links in the tests, including rejected links. The target is a
 * median under 50 µs.
 */
export function measureReadReference(): ReadReferenceTimes {
  const urls = Object.values(realLinks).flatMap((links) => links.map(({ url }) => url))
  for (let round = 0; round < warmupRounds; round++) for (const url of urls) read(url)
  const perLink = urls.map((url) => ({ url, medianMicros: median(times(url)) }))
  const slowest = perLink.reduce((worst, link) => (link.medianMicros > worst.medianMicros ? link : worst))
  return { links: urls.length, medianMicros: median(perLink.map(({ medianMicros }) => medianMicros)), slowest }
}

function times(url: string): number[] {
  return Array.from({ length: rounds / batch }, () => {
    const start = performance.now()
    for (let count = 0; count < batch; count++) read(url)
    return ((performance.now() - start) * 1000) / batch
  })
}

function read(url: string): void {
  try {
    readReference(url)
  } catch (error) {
    if (!(error instanceof PinrefError)) throw error
  }
}
