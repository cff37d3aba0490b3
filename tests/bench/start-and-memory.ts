import { readFileSync } from 'node:fs'
import { startApp } from '../support/start-app'
import type { Server } from '../support/start-server'
import { load, requestsOf } from './load'
import type { Stage } from './stage'
import { median } from './statistics'

const starts = 5
const loadSeconds = 60

export interface StartAndMemory {
  /** From the start of the process to its first answer of 200; the median. */
  startMs: number
  /** Resident memory before any call, and after the load. */
  restMb: number
  loadedMb: number
  loadSeconds: number
}

/** How soon the node server answers, and how much memory it takes. */
export async function measureStartAndMemory({ env }: Stage, keys: readonly string[]): Promise<StartAndMemory> {
  const times: number[] = []
  for (let start = 0; start < starts; start++) {
    const app = await startApp('node', env, 'ignore')
    times.push(app.startMs)
    await app.stop()
  }
  const app = await startApp('node', env, 'ignore')
  const restMb = residentMb(app)
  const requests = requestsOf([{ cid: '3545450935484072529' }], keys)
  await load({ url: `${app.url}/api/convert`, requests }, 32, loadSeconds)
  const loadedMb = residentMb(app)
  await app.stop()
  return { startMs: median(times), restMb, loadedMb, loadSeconds }
}

/** What the process holds in memory now; NaN where the system does not tell it this way. */
function residentMb({ process: { pid } }: Server): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
  } catch {
    return Number.NaN
  }
}
