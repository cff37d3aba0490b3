import { handleApi } from '@/server/http/handle-api'
import { store } from '@/server/store/store'
import { featureIdText, landmark, numberedListing } from '../simulator/listings'

/**
 * How often one call goes to the store, counted at the client: commands sent in one turn of the event loop travel together
 * and are one. Each is called twice before, so that the Redis has its scripts.
 */
export async function countRoundTrips(key: string): Promise<Record<string, number>> {
  const withKey = { 'x-api-key': key }
  const listing = (number: number) => `https://maps.google.com/?q=x&ftid=${featureIdText(numberedListing(number))}`
  let number = 900_000
  const newListing = () => ({ url: listing(number++) })
  const newCid = () => ({ url: String(numberedListing(number++).cid) })
  const newShortLink = () => ({ url: `https://maps.app.goo.gl/sim-cid-${numberedListing(number++).cid}` })
  const cases: Array<[name: string, operation: string, body: () => object, headers: Record<string, string>]> = [
    ['convert, key', 'convert', () => ({ cid: '1' }), withKey],
    ['convert, no key', 'convert', () => ({ cid: '1' }), {}],
    ['convert, key with a wrong checksum', 'convert', () => ({ cid: '1' }), { 'x-api-key': `${key}x` }],
    ['convert, input that is refused', 'convert', () => ({ cid: 1 }), withKey],
    ['resolve of a link, key', 'resolve', newListing, withKey],
    ['resolve of a bare CID, first time', 'resolve', newCid, withKey],
    ['resolve of a bare CID, again', 'resolve', () => ({ url: String(landmark.cid) }), withKey],
    ['resolve of a short link, first time', 'resolve', newShortLink, withKey],
    ['search, key', 'search', () => ({ name: 'Trevi Fountain', country: 'IT' }), withKey],
  ]
  const { roundTrips } = await store()
  const counts: Record<string, number> = {}
  for (const [name, operation, body, headers] of cases) {
    for (let turn = 0; turn < 3; turn++) {
      const before = roundTrips.count
      await call(operation, body(), headers)
      counts[name] = roundTrips.count - before
    }
  }
  return counts
}

async function call(operation: string, body: object, headers: Record<string, string>): Promise<void> {
  const request = new Request(`http://localhost/api/${operation}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  await (await handleApi(request, { address: '192.0.2.9' })).text()
}
