import { readFileSync } from 'node:fs'
import type { Server } from '../support/start-server'
import { load, requestsOf } from './load'
import { startServers, stopServers } from './servers'
import type { Stage } from './stage'
import { median } from './statistics'

const starts = 5
const loadSeconds = 60

/** One server of the comparison. */
interface StartAndMemory {
  /** From the start of the process to its first answer of 200; the median. */
  startMs: number
  /** Resident memory before any call, and after a minute of load. */
  restMb: number
  loadedMb: number
}

/** The node server, and the bare Next app that it is held against. */
export interface StartsAndMemory {
  node: StartAndMemory
  next: StartAndMemory
  loadSeconds: number
}

/** How soon a server answers, and how much memory it takes. The two are never loaded at once; their starts take turns. */
export async function measureStartAndMemory(stage: Stage, keys: readonly string[]): Promise<StartsAndMemory> {
  const startMs = { node: [] as number[], next: [] as number[] }
  for (let start = 0; start < starts; start++) {
    for (const name of ['node', 'next'] as const) {
      const server = await startServers[name](stage)
      startMs[name].push(server.startMs)
      await server.stop()
    }
  }
  const measure = async (name: 'node' | 'next'): Promise<StartAndMemory> => {
    const server = await startServers[name](stage)
    const restMb = residentMb(server)
    await load({ url: `${server.url}/api/convert`, requests: requestsOf(bodies, keys) }, 32, loadSeconds)
    const loadedMb = residentMb(server)
    await stopServers({ server })
    return { startMs: median(startMs[name]), restMb, loadedMb }
  }
  return { node: await measure('node'), next: await measure('next'), loadSeconds }
}

const bodies = [{ cid: '3545450935484072529' }]

/** What the process holds in memory now; NaN where the system does not tell it this way. */
function residentMb({ process: { pid } }: Server): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
  } catch {
    return Number.NaN
  }
}
