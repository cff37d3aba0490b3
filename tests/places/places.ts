import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeEach } from 'vitest'
import { createPlacesSource, type PlacesSourceSettings } from '@/server/places/sources/google/places-source'
import type { ListingSource } from '@/server/places/sources/listing-source'
import type { LookupOptions } from '@/server/places/upstream/lookup-options'
import { store } from '@/server/platform/store/store'
import { withStore } from '../access/environment'
import { specialPlaces } from '../simulator/places/special'
import { type Simulator, startSimulator } from '../simulator/simulator'
import { lookupOf } from '../support/lookup'

/** Starts a simulator and gives each test an empty store and a fresh source: no open circuit and nothing remembered. */
export async function placesForTests(more: Partial<PlacesSourceSettings> = {}) {
  const simulator = await startSimulator()
  withStore({
    GOOGLE_MAPS_API_KEY: simulator.apiKey,
    GOOGLE_PLACES_URL: simulator.placesUrl,
    GOOGLE_LEGACY_PLACES_URL: simulator.legacyUrl,
    GOOGLE_MAPSTOOLS_URL: simulator.mapstoolsUrl,
  })
  const settings: PlacesSourceSettings = {
    url: simulator.placesUrl,
    legacyUrl: simulator.legacyUrl,
    mapstoolsUrl: simulator.mapstoolsUrl,
    apiKey: simulator.apiKey,
    dailyCap: 1_000_000_000,
    monthlyCap: null,
    deadlineMs: 8_000,
    cacheSeconds: 0,
    callerShare: 100,
    outcomeOf: () => undefined,
    ...more,
  }
  const places = {
    simulator,
    source: createPlacesSource(settings),
    /** Makes another source with the same simulator and store. */
    sourceWith: (other: Partial<PlacesSourceSettings>): ListingSource => createPlacesSource({ ...settings, ...other }),
  }
  beforeEach(async () => {
    simulator.reset()
    await (await store()).redis.flushdb()
    places.source = createPlacesSource(settings)
  })
  afterAll(() => simulator.stop())
  return places
}

/** Returns a lookup for a single caller who waits forever. */
export const patient = (options?: Partial<LookupOptions>) => lookupOf({ ...(options && { options }) })

/** Returns the special place with this number; its CID is 9000000000000000000 plus the number. */
export function special(number: number) {
  const place = specialPlaces.find(({ listing }) => listing.cid === 9_000_000_000_000_000_000n + BigInt(number))
  if (place === undefined) throw new Error(`The simulator has no special place ${number}.`)
  return place.listing
}

/** Waits until the simulator has received this many calls. `expect.poll` would advance fake timers. */
export async function untilCalled(simulator: Simulator, times: number): Promise<void> {
  while (simulator.calls.length < times) await setImmediate()
}

/** Returns the calls that the simulator received, e.g. `details ChIJ…`, `legacy 123`, or `search Pizza`. */
export const requestsTo = ({ calls }: Simulator) =>
  calls.map(({ upstream, placeId, cid, query }) => `${upstream} ${placeId ?? cid ?? query}`)
