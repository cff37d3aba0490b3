import { startApp } from '../support/start-app'
import { load, requestsOf } from './load'
import type { Stage } from './stage'
import { median } from './statistics'

const connections = 32
const rounds = 3
const seconds = 2.5
/** The monthly quota of the first plan, and calls enough to go beyond it. */
const quota = 1_000
const calls = 2_400

export interface Scale {
  processes: number
  perSecond: number
  p99Ms: number
  /** Calls admitted of a quota of 1,000 while 2,400 come at once, spread over the processes. */
  admitted: number
}

/**
 * The same call over 1, 2 and 4 processes on one Redis.
 * @throws Error where a quota of N did not admit exactly N.
 */
export async function measureScale(stage: Stage, keys: readonly string[]): Promise<Scale[]> {
  const apps = await Promise.all([1, 2, 3, 4].map(() => startApp('node', stage.env, 'ignore')))
  const measured: Scale[] = []
  for (const processes of [1, 2, 4]) {
    const urls = apps.slice(0, processes).map(({ url }) => `${url}/api/convert`)
    const loads = []
    for (let round = 0; round <= rounds; round++) loads.push(await loadAll(urls, keys))
    // The first round warms up.
    const kept = loads.slice(1)
    const admitted = await admittedOf(urls, await stage.newKey('starter'))
    if (admitted !== quota) throw new Error(`${processes} processes admitted ${admitted} calls of a quota of ${quota}`)
    measured.push({
      processes,
      perSecond: median(kept.map(({ perSecond }) => perSecond)),
      p99Ms: median(kept.map(({ p99Ms }) => p99Ms)),
      admitted,
    })
  }
  await Promise.all(apps.map((app) => app.stop()))
  return measured
}

async function loadAll(urls: string[], keys: readonly string[]) {
  const requests = requestsOf([{ cid: '3545450935484072529' }], keys)
  const loads = await Promise.all(urls.map((url) => load({ url, requests }, connections / urls.length, seconds)))
  const errors = loads.reduce((sum, load) => sum + load.errors, 0)
  if (errors > 0) throw new Error(`${errors} calls failed`)
  return {
    perSecond: loads.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p99Ms: Math.max(...loads.map(({ p99Ms }) => p99Ms)),
  }
}

/** How many of many calls at once, spread over the processes, are answered 200; any answer but 200 and 429 is an error. */
async function admittedOf(urls: string[], key: string): Promise<number> {
  let admitted = 0
  let sent = 0
  async function lane() {
    while (sent < calls) {
      const url = urls[sent++ % urls.length] ?? ''
      const headers = { 'content-type': 'application/json', 'x-api-key': key }
      const response = await fetch(url, { method: 'POST', headers, body: '{"cid":"1"}' })
      await response.text()
      if (response.status === 200) admitted += 1
      else if (response.status !== 429) throw new Error(`a call was answered ${response.status}`)
    }
  }
  await Promise.all(Array.from({ length: 200 }, lane))
  return admitted
}
