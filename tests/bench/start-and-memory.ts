import { load, requestsOf } from '../load/load'
import type { Stage } from '../load/stage'
import { median } from '../load/statistics'
import { residentMb } from '../support/app-processes'
import type { Server } from '../support/start-server'
import { startServers, stopServers } from './servers'

const turns = 3
const loadSeconds = 15

/** One server in the comparison. */
interface StartAndMemory {
  /** The median time from the process's start to its first 200 response. */
  startMs: number
  /** The median time from the process's start until it also serves pages. */
  pagesMs: number
  /** The resident memory of all the server's processes, before any call and after a load. */
  restMb: number
  loadedMb: number
}

/** The node server, and the bare Next.js app in the comparison. */
export interface StartsAndMemory {
  node: StartAndMemory
  next: StartAndMemory
  loadSeconds: number
}

/**
 * Measures how soon each server responds and how much memory it takes. The servers start in turn and are never under
 * load at the same time.
 */
export async function measureStartAndMemory(stage: Stage, keys: readonly string[]): Promise<StartsAndMemory> {
  const starts = { node: [] as Start[], next: [] as Start[] }
  for (let turn = 0; turn < turns; turn++) {
    for (const name of ['node', 'next'] as const) {
      const server = await startServers[name](stage)
      starts[name].push(await wholeStart(server))
      await server.stop()
    }
  }
  const measure = async (name: 'node' | 'next'): Promise<StartAndMemory> => {
    const server = await startServers[name](stage)
    await wholeStart(server)
    const restMb = residentMb(server.process.pid)
    await load({ url: `${server.url}/api/convert`, requests: requestsOf(bodies, keys) }, 32, { seconds: loadSeconds })
    const loadedMb = residentMb(server.process.pid)
    await stopServers({ server })
    const startMs = median(starts[name].map((start) => start.startMs))
    const pagesMs = median(starts[name].map((start) => start.pagesMs))
    return { startMs, pagesMs, restMb, loadedMb }
  }
  return { node: await measure('node'), next: await measure('next'), loadSeconds }
}

type Start = Pick<StartAndMemory, 'startMs' | 'pagesMs'>

/**
 * Waits until a started server also responds to a file request, with or without a match. Next.js handles these
 * requests.
 */
async function wholeStart({ url, startMs }: Server): Promise<Start> {
  const started = performance.now()
  await fetch(`${url}/pinref.png`, { method: 'HEAD' })
  return { startMs, pagesMs: startMs + performance.now() - started }
}

const bodies = [{ cid: '3545450935484072529' }]
