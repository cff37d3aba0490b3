import { afterAll, expect, test } from 'vitest'
import { handleApi } from '@/server/entrances/http/handle-api'
import { withStore } from '../access/environment'
import { signatureOf, startQstashStandIn } from '../support/qstash-stand-in'
import { startRedisServer } from '../support/redis'
import { startUpstashStandIn } from '../support/upstash-stand-in'
import { batchSuite } from './suite'
import { watchSuite } from './watchlist-suite'
import { startChangingGoogle } from './watchlists'

const redis = await startRedisServer()
const upstash = await startUpstashStandIn(redis.url, 'secret')
const signingKey = 'the key that QStash signs with'
const client = { address: '192.0.2.7' }
let deliveries = 0
const qstash = await startQstashStandIn({
  token: 'token',
  signingKey,
  longestDelayMs: 1_000,
  twiceEvery: 5,
  maxRetries: 5,
  // Every seventh delivery is lost in transit.
  deliver: (request) => {
    deliveries += 1
    return deliveries % 7 === 0 ? Promise.resolve(Response.error()) : handleApi(request, client)
  },
})
const url = 'https://pinref.example/api/queue'
const google = await startChangingGoogle()
withStore({
  ...google.env,
  UPSTASH_REDIS_REST_URL: upstash.url,
  UPSTASH_REDIS_REST_TOKEN: 'secret',
  APP_URL: 'https://pinref.example',
  QSTASH_URL: qstash.url,
  QSTASH_TOKEN: 'token',
  QSTASH_CURRENT_SIGNING_KEY: signingKey,
  QSTASH_NEXT_SIGNING_KEY: 'the key after that',
  LOG_LEVEL: 'silent',
})
batchSuite('Upstash’s REST and QStash')
watchSuite('Upstash’s REST and QStash', google)

afterAll(async () => {
  await qstash.stop()
  await upstash.stop()
  await redis.stop()
  await google.stop()
})

const send = (body: string, signature: string | null) =>
  handleApi(
    new Request(url, { method: 'POST', body, headers: signature === null ? {} : { 'upstash-signature': signature } }),
    client,
  )

test('the queue endpoint accepts only messages with a QStash signature for its address and their body', async () => {
  const step = { kind: 'lane', accountId: 'a', batch: `batch_${'a'.repeat(16)}`, run: 1, lane: 0, madeMs: 0 }
  const body = JSON.stringify({ kind: 'batch', id: 'one', data: step })
  expect((await send(body, signatureOf(url, body, signingKey))).status).toBe(200)
  expect((await send(body, signatureOf(url, body, 'the key after that'))).status).toBe(200)
  const forged = [null, 'x.y.z', signatureOf(url, body, 'another key'), signatureOf(`${url}/x`, body, signingKey)]
  for (const signature of [...forged, signatureOf(url, `${body} `, signingKey)]) {
    const { status } = await send(body, signature)
    expect(status).toBe(401)
  }
})

test('every script sent to Upstash has the flag that locks only its own Redis keys', () => {
  expect(upstash.unlocked).toEqual([])
})
