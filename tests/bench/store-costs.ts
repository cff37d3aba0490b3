import { Redis } from 'ioredis'
import { handleApi } from '@/server/entrances/http/handle-api'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { store } from '@/server/platform/store/store'
import { featureIdText, landmark, numberedListing } from '../simulator/listings'
import { commandsOf, sumOf } from '../support/command-stats'

/** One call's store cost. */
export interface StoreCost {
  /** Counted in the client. Commands from one event-loop turn are sent together and count as one. */
  roundTrips: number
  /** Counted by Redis, including commands in scripts and commands after the response. */
  commands: number
}

/** Makes each call twice before counting the third, so Redis has already loaded its scripts. */
export async function measureStoreCosts(key: string, redisUrl: string): Promise<Record<string, StoreCost>> {
  const withKey = { 'x-api-key': key }
  const listing = (number: number) => `https://maps.google.com/?q=x&ftid=${featureIdText(numberedListing(number))}`
  let number = 900_000
  const newListing = () => ({ url: listing(number++) })
  const newCid = () => ({ url: String(numberedListing(number++).cid) })
  const newShortLink = () => ({ url: `https://maps.app.goo.gl/sim-cid-${numberedListing(number++).cid}` })
  const idsOnly = { operation: 'resolve', details: 'none' }
  const batchOf = (count: number, fixed: object, item: () => object) => () => ({
    items: Array.from({ length: count }, () => ({ ...fixed, ...item() })),
  })
  const cases: Array<[name: string, operation: string, body: () => object | null, headers: Record<string, string>]> = [
    ['convert, key', 'convert', () => ({ cid: '1' }), withKey],
    ['convert, no key', 'convert', () => ({ cid: '1' }), {}],
    ['convert, key with a wrong checksum', 'convert', () => ({ cid: '1' }), { 'x-api-key': `${key}x` }],
    ['convert, input that is refused', 'convert', () => ({ cid: 1 }), withKey],
    ['resolve of a link, key', 'resolve', newListing, withKey],
    ['resolve of a bare CID, first time', 'resolve', newCid, withKey],
    ['resolve of a bare CID, again', 'resolve', () => ({ url: String(landmark.cid) }), withKey],
    ['resolve of a short link, first time', 'resolve', newShortLink, withKey],
    ['batch of 100 conversions, key', 'batch', batchOf(100, { operation: 'convert' }, () => ({ cid: '1' })), withKey],
    ['batch of 20 new short links, ids only, key', 'batch', batchOf(20, idsOnly, newShortLink), withKey],
    ['usage, key', 'usage', () => null, withKey],
    ['search, key', 'search', () => ({ name: 'Trevi Fountain', country: 'IT' }), withKey],
  ]
  const { roundTrips } = await store()
  const admin = new Redis(redisUrl)
  const costs: Record<string, StoreCost> = {}
  for (const [name, operation, body, headers] of cases) {
    for (let turn = 0; turn < 3; turn++) {
      const input = body()
      let trips = 0
      const commands = await commandsOf(admin, async () => {
        const before = roundTrips.count
        await call(operation, input, headers)
        trips = roundTrips.count - before
        await finishWork()
      })
      costs[name] = { roundTrips: trips, commands: sumOf(commands) }
    }
  }
  admin.disconnect()
  return costs
}

/** Makes a call, as a GET request if it has no body. */
async function call(operation: string, body: object | null, headers: Record<string, string>): Promise<void> {
  const init = body === null ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const request = new Request(`http://localhost/api/${operation}`, init)
  await (await handleApi(request, { address: '192.0.2.9' })).text()
}
