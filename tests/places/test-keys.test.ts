import { expect, test } from 'vitest'
import { handleApi } from '@/server/entrances/http/handle-api'
import { createKey } from '@/server/metering/access/key-store'
import { newAccount } from '../support/new-account'
import { placesForTests } from './places'

const { simulator } = await placesForTests()
// Following a short link would also call the simulator.
process.env.LINK_GATEWAY_URL = simulator.linksUrl

test('calls with a test key never reach Google', async () => {
  const { key } = await createKey(await newAccount(), 'Test', null, { test: true })
  const post = async (operation: string, body: object) => {
    const init = { method: 'POST', headers: { 'x-api-key': key }, body: JSON.stringify(body) }
    const answer = await handleApi(new Request(`http://localhost/api/${operation}`, init), { address: '192.0.2.1' })
    return { status: answer.status, body: await answer.json() }
  }
  const cid = (number: string) => ({ url: `https://maps.google.com/?cid=${number}` })
  expect(await post('resolve', cid('7793879817120868320'))).toMatchObject({
    status: 200,
    body: { title: 'Googleplex', listing_status: 'listed' },
  })
  expect(await post('resolve', cid('9000000000000012345'))).toMatchObject({
    status: 200,
    body: { title: null, listing_status: 'unchecked' },
  })
  expect(await post('search', { name: 'Googleplex' })).toMatchObject({ status: 200 })
  expect(await post('resolve', { url: 'https://maps.app.goo.gl/sim-mobile' })).toMatchObject({ status: 404 })
  expect(simulator.calls).toEqual([])
})
