import { type Dispatcher, request } from 'undici'
import type { Stage } from '../load/stage'
import { median } from '../load/statistics'
import { featureIdText, numberedListing } from '../simulator/listings'
import type { Simulator } from '../simulator/simulator'
import { startApp } from '../support/start-app'

const listings = 500
const callers = 32
const resolves = 1_000
const overheadSamples = 40
const warmUps = 2_000

/** Requests one of the listings and waits for the response. */
type Ask = (number: number) => Promise<void>

/** A load's cost and its call times. */
interface Cost {
  name: string
  /** Calls that Google would bill for 1,000 resolves. */
  billablePerThousand: number
  medianMs: number
}

export interface UpstreamFigures {
  load: string
  costs: Cost[]
}

/**
 * Measures Places costs as billable calls per 1,000 resolves. The links' popularity follows Zipf's law (s = 1).
 * Compares runs with and without `LISTING_CACHE_SECONDS` to a client that calls Details each time.
 */
export async function measureUpstream({ env, googleEnv, google }: Stage, key: string): Promise<UpstreamFigures> {
  const plain = plainClient(google)
  const costs = [await measure('a client that asks for each', google, plain)]
  for (const cacheSeconds of [0, 300]) {
    const cache = { LISTING_CACHE_SECONDS: String(cacheSeconds) }
    const app = await startApp('node', { ...env, ...googleEnv, ...cache }, { output: 'ignore' })
    const resolve = apiClient(app.url, key)
    costs.push(await measure(`resolve, cache ${cacheSeconds} s`, google, resolve))
    await app.stop()
  }
  const load = `${resolves} resolves of ${listings} listings, Zipf s = 1, ${callers} callers`
  return { load, costs }
}

/** Returns how much longer a resolve takes than the upstream call it makes, in milliseconds, as a difference of medians. */
export async function measureOverhead({ env, googleEnv, google }: Stage, key: string): Promise<number> {
  const app = await startApp('node', { ...env, ...googleEnv }, { output: 'ignore' })
  const resolve = apiClient(app.url, key)
  // Until V8 has optimized the code, a call takes 50% longer.
  for (let first = 0; first < warmUps; first += callers) {
    await Promise.all(Array.from({ length: callers }, (_, number) => resolve(2 * listings + first + number)))
  }
  const overheadMs = await differenceOf(plainClient(google), resolve)
  await app.stop()
  return overheadMs
}

function plainClient({ placesUrl, apiKey }: Simulator): Ask {
  const headers = {
    'x-goog-api-key': apiKey,
    'x-goog-fieldmask': 'id,displayName,formattedAddress,rating,userRatingCount',
  }
  return async (number) => {
    await expectOk(await request(`${placesUrl}/v1/places/${numberedListing(number).placeId}`, { headers }))
  }
}

function apiClient(url: string, key: string): Ask {
  return async (number) => {
    const link = `https://maps.google.com/?q=Somewhere&ftid=${featureIdText(numberedListing(number))}`
    const headers = { 'content-type': 'application/json', 'x-api-key': key }
    const body = JSON.stringify({ url: link })
    await expectOk(await request(`${url}/api/resolve`, { method: 'POST', headers, body }))
  }
}

async function expectOk({ statusCode, body }: Dispatcher.ResponseData): Promise<void> {
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`${statusCode} ${text}`)
}

async function measure(name: string, simulator: Simulator, ask: Ask): Promise<Cost> {
  simulator.reset()
  const load = zipfLoad()
  const times: number[] = []
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let number = load.pop(); number !== undefined; number = load.pop()) times.push(await timed(ask, number))
    }),
  )
  return { name, billablePerThousand: (simulator.calls.length * 1_000) / resolves, medianMs: median(times) }
}

/** Alternates between the two kinds of calls, one at a time, for listings that were not requested before. */
async function differenceOf(plain: Ask, resolve: Ask): Promise<number> {
  const times = { plain: [] as number[], resolve: [] as number[] }
  for (let sample = 0; sample < overheadSamples; sample++) {
    times.plain.push(await timed(plain, listings + sample))
    times.resolve.push(await timed(resolve, listings + sample))
  }
  return median(times.resolve) - median(times.plain)
}

async function timed(ask: Ask, number: number): Promise<number> {
  const started = performance.now()
  await ask(number)
  return performance.now() - started
}

/** The numbers are the same in each run. The probability of the n-th listing is proportional to 1/n. */
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

/** A linear congruential generator modulo 2^32 with constants from Numerical Recipes, in [0, 1). */
function seededRandom(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
