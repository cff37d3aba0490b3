import { median } from '../load/statistics'
import type { Sample } from './sample'

/** How a figure changed from the second quarter to the last. */
export interface Trend {
  name: string
  /** The figure's median in the second quarter. */
  before: number
  /** The figure's median in the last quarter. */
  after: number
  most: number
  verdict: 'flat' | 'GROWS' | 'too short to tell'
}

type Figure = 'residentMb' | 'descriptors' | 'keys' | 'lastingKeys' | 'storeMb'

interface Tolerance {
  name: string
  /** How much the figure may grow in addition to 10%, because it fluctuates. */
  constant: number
  /** How long the figure normally grows, while caches fill and nothing has expired yet. */
  settlesInMinutes: number
}

const tolerances: Record<Figure, Tolerance> = {
  residentMb: { name: 'memory of the server, MB', constant: 16, settlesInMinutes: 2 },
  descriptors: { name: 'open descriptors', constant: 8, settlesInMinutes: 0 },
  // Keys that hold the ids of counted calls last about five minutes.
  keys: { name: 'keys in the store', constant: 50, settlesInMinutes: 6 },
  lastingKeys: { name: 'keys that never expire', constant: 0, settlesInMinutes: 0 },
  storeMb: { name: 'memory of the store, MB', constant: 2, settlesInMinutes: 0 },
}

/** Compares the second quarter with the last. Under a steady load, a leak grows by the same amount in each quarter. */
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
