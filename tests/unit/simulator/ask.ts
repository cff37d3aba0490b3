import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Simulator, type SimulatorOptions, startSimulator } from '@/tests/simulator/simulator'

/** A Place, or any other JSON object that the simulator answers. */
export type Json = Record<string, unknown>

/** Starts a simulator for the tests of a file; each test finds it fresh. */
export function simulatorForTests(options: SimulatorOptions = {}): { current: Simulator } {
  let simulator: Simulator | undefined
  beforeAll(async () => {
    simulator = await startSimulator(options)
  })
  afterEach(() => simulator?.reset())
  afterAll(() => simulator?.stop())
  return {
    get current() {
      if (simulator === undefined) throw new Error('The simulator has not started.')
      return simulator
    },
  }
}

const fullMask = 'id,displayName,rating,userRatingCount,googleMapsUri,formattedAddress,movedPlaceId,businessStatus'

/** Asks for Details, with the right key and mask by default; null sends none. */
export async function details(
  { placesUrl, apiKey }: Simulator,
  placeId: string,
  { mask = fullMask as string | null, key = apiKey as string | null, query = '' } = {},
): Promise<{ status: number; type: string | null; body: Json }> {
  const headers = { ...(key && { 'x-goog-api-key': key }), ...(mask && { 'x-goog-fieldmask': mask }) }
  const response = await fetch(`${placesUrl}/v1/places/${placeId}${query}`, { headers })
  const type = response.headers.get('content-type')
  return { status: response.status, type, body: type?.includes('json') ? await response.json() : {} }
}

const searchMask = fullMask.replace(/(^|,)/g, '$1places.')

/** Asks for a Text Search with the right key. */
export async function search(
  { placesUrl, apiKey }: Simulator,
  body: Json,
  mask = searchMask,
): Promise<{ status: number; body: { places?: Json[]; error?: Json } }> {
  const headers = { 'x-goog-api-key': apiKey, 'x-goog-fieldmask': mask }
  const response = await fetch(`${placesUrl}/v1/places:searchText`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

/** Fetches one hop of a link and does not follow it. */
export async function hop(
  { linksUrl }: Simulator,
  link: string,
  { method = 'GET', userAgent = 'pinref' } = {},
): Promise<{ status: number; location: string | null; body: string }> {
  const address = `${linksUrl}/${link.replace(/^https:\/\//, '')}`
  const response = await fetch(address, { method, redirect: 'manual', headers: { 'user-agent': userAgent } })
  return { status: response.status, location: response.headers.get('location'), body: await response.text() }
}
