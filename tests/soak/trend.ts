import type { Sample } from './sample'

/** How a figure went in the second half. */
export interface Trend {
  name: string
  /** Its median in the second quarter. */
  before: number
  /** Its median in the last quarter. */
  after: number
  most: number
  verdict: 'flat' | 'GROWS' | 'too short to tell'
}

type Figure = 'residentMb' | 'descriptors' | 'keys' | 'lastingKeys' | 'storeMb'

interface Tolerance {
  name: string
  /** What it may grow by besides a tenth: it varies from one moment to the next. */
  constant: number
  /** How long it grows of itself: caches fill, and what expires has not begun to. */
  settlesInMinutes: number
}

const tolerances: Record<Figure, Tolerance> = {
  residentMb: { name: 'memory of the server, MB', constant: 16, settlesInMinutes: 2 },
  descriptors: { name: 'open descriptors', constant: 8, settlesInMinutes: 0 },
  // Notes of counted calls last some five minutes.
  keys: { name: 'keys in the store', constant: 50, settlesInMinutes: 6 },
  lastingKeys: { name: 'keys that never expire', constant: 0, settlesInMinutes: 0 },
  storeMb: { name: 'memory of the store, MB', constant: 2, settlesInMinutes: 0 },
}

/** Compares the second quarter with the last: with a steady load, what leaks grows by as much in each. */
export function trendsOf(samples: readonly Sample[]): Trend[] {
  const quarter = Math.floor(samples.length / 4)
  const secondBegins = samples[quarter]?.minute ?? 0
  return Object.entries(tolerances).map(([figure, { name, constant, settlesInMinutes }]) => {
    const values = samples.map((sample) => sample[figure as Figure])
    const before = median(values.slice(quarter, 2 * quarter))
    const after = median(values.slice(-quarter))
    const most = before * 1.1 + constant
    const verdict = secondBegins < settlesInMinutes ? 'too short to tell' : after <= most ? 'flat' : 'GROWS'
    return { name, before, after, most, verdict }
  })
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
