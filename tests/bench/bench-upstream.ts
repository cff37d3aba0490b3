import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBase62 } from '@/server/access/api-key'
import { createKey } from '@/server/access/key-store'
import { writeProfile } from '@/server/access/profile'
import { store } from '@/server/store/store'
import { removeFolder } from '../servers/remove-folder'
import { startApp } from '../servers/start-app'
import { featureIdText, numberedListing } from '../upstream/listings'
import { type Simulator, startSimulator } from '../upstream/simulator'

const upstreamMs = 200
const listings = 500
const callers = 32
const resolves = 3_000
const overheadSamples = 60

/** Asks for one of the listings and ends when it is answered. */
type Ask = (number: number) => Promise<void>

/**
 * What Places costs: billable calls per 1,000 resolves over links whose popularity follows Zipf's law (s = 1), without and
 * with `LISTING_CACHE_SECONDS`, beside a client that asks Details for each; and what a resolve takes beyond its upstream.
 */
export async function benchUpstream(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pinref-bench-'))
  const simulator = await startSimulator({ latencyMs: upstreamMs })
  const shared = {
    DATA_DIR: dataDir,
    KEY_PEPPER: 'a pepper for the benchmark',
    BURST_LIMIT: '1000000',
    GOOGLE_MAPS_API_KEY: simulator.apiKey,
    GOOGLE_PLACES_URL: simulator.placesUrl,
  }
  Object.assign(process.env, shared)
  const account = randomBase62(16)
  await writeProfile(account, { plan: 'unlimited' })
  const { key } = await createKey(account, 'Bench', null)

  console.log(
    `Places (${resolves} resolves of ${listings} listings, Zipf s = 1, ${callers} callers, upstream ${upstreamMs} ms)`,
  )
  const plain = plainClient(simulator)
  await report('a client that asks for each', simulator, plain)
  for (const cacheSeconds of [0, 300]) {
    const app = await startApp('node', { ...shared, LISTING_CACHE_SECONDS: String(cacheSeconds) })
    const resolve = apiClient(app.url, key)
    await report(`resolve, cache ${cacheSeconds} s`, simulator, resolve)
    if (cacheSeconds === 0) await reportOverhead(plain, resolve)
    await app.stop()
  }
  await simulator.stop()
  await (await store()).close()
  removeFolder(dataDir)
}

function plainClient({ placesUrl, apiKey }: Simulator): Ask {
  const headers = { 'x-goog-api-key': apiKey, 'x-goog-fieldmask': 'id,displayName,rating,userRatingCount' }
  return async (number) => {
    const response = await fetch(`${placesUrl}/v1/places/${numberedListing(number).placeId}`, { headers })
    await expectOk(response)
  }
}

function apiClient(url: string, key: string): Ask {
  return async (number) => {
    const link = `https://maps.google.com/?q=Somewhere&ftid=${featureIdText(numberedListing(number))}`
    const response = await fetch(`${url}/api/resolve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ url: link }),
    })
    await expectOk(response)
  }
}

async function expectOk(response: Response): Promise<void> {
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${response.status} ${text}`)
}

async function report(name: string, simulator: Simulator, ask: Ask): Promise<void> {
  simulator.reset()
  const load = zipfLoad()
  const times: number[] = []
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let number = load.pop(); number !== undefined; number = load.pop()) times.push(await timed(ask, number))
    }),
  )
  const perThousand = (simulator.calls.length * 1_000) / resolves
  console.log(
    `  ${name.padEnd(28)} ${perThousand.toFixed(0).padStart(5)} billable calls per 1,000  median ${ms(times)}`,
  )
}

/** Alternately, one at a time, each time a listing that nobody asked for before. */
async function reportOverhead(plain: Ask, resolve: Ask): Promise<void> {
  const times = { plain: [] as number[], resolve: [] as number[] }
  for (let sample = 0; sample < overheadSamples; sample++) {
    times.plain.push(await timed(plain, listings + sample))
    times.resolve.push(await timed(resolve, listings + sample))
  }
  const overheadMs = median(times.resolve) - median(times.plain)
  console.log(
    `  a resolve takes ${overheadMs.toFixed(2)} ms longer than its upstream at the median (${ms(times.plain)} alone)`,
  )
}

async function timed(ask: Ask, number: number): Promise<number> {
  const started = performance.now()
  await ask(number)
  return performance.now() - started
}

/** The same numbers in each run, the n-th listing as likely as 1/n. */
function zipfLoad(): number[] {
  const weights = Array.from({ length: listings }, (_, index) => 1 / (index + 1))
  const total = weights.reduce((sum, weight) => sum + weight)
  const random = seededRandom()
  return Array.from({ length: resolves }, () => {
    let left = random() * total
    const number = weights.findIndex((weight) => {
      left -= weight
      return left < 0
    })
    return Math.max(0, number)
  })
}

/** A linear congruential generator modulo 2^32 with the constants of Numerical Recipes: from 0 to below 1. */
function seededRandom(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const ms = (values: readonly number[]) => `${median(values).toFixed(1)} ms`
