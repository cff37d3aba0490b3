import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '@/server/metering/access/key-store'
import { readUsage } from '@/server/metering/usage/account-usage'
import { store } from '@/server/platform/store/store'
import { landmark } from '../simulator/listings'
import { type Simulator, startSimulator } from '../simulator/simulator'
import { type LossyProxy, startLossyProxy } from '../support/lossy-proxy'
import { type MailServer, startMailServer } from '../support/mail-server'
import { newAccount } from '../support/new-account'
import { startOtlpReceiver } from '../support/otlp-receiver'
import { startRedisServer } from '../support/redis'
import { startUpstashStandIn } from '../support/upstash-stand-in'

/** The pepper for keys that this process creates. The app needs the same pepper. */
const pepper = { KEY_PEPPER: 'a pepper for tests only' }

/** The app behind Vercel's edge, frozen as soon as it has responded and its `waitUntil` work is done. */
export interface FrozenApp {
  url: string
  /** Waits until the app is frozen. */
  frozen(): Promise<void>
  stop(): Promise<void>
}

/**
 * Tests that work left behind by a call is done even though its process is frozen right after the response.
 * @param start starts the app with these variables, on a store that is accessed like Upstash.
 */
export function frozenSuite(start: (env: Record<string, string>) => Promise<FrozenApp>): void {
  let redis: Awaited<ReturnType<typeof startRedisServer>>
  let upstash: Awaited<ReturnType<typeof startUpstashStandIn>>
  let lossy: LossyProxy
  let mailServer: MailServer
  let simulator: Simulator
  let collector: Awaited<ReturnType<typeof startOtlpReceiver>>
  let app: FrozenApp

  beforeAll(async () => {
    redis = await startRedisServer()
    Object.assign(process.env, { REDIS_URL: redis.url, ...pepper })
    upstash = await startUpstashStandIn(redis.url, 'a token')
    lossy = await startLossyProxy(Number(new URL(upstash.url).port))
    ;[mailServer, simulator, collector] = await Promise.all([startMailServer(), startSimulator(), startOtlpReceiver()])
    app = await start({
      KV_REST_API_URL: `http://127.0.0.1:${lossy.port}`,
      KV_REST_API_TOKEN: 'a token',
      ...pepper,
      AUTH_SECRET: 'a secret for tests only, long enough',
      APP_URL: 'https://pinref.example',
      SMTP_URL: mailServer.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      GOOGLE_MAPS_API_KEY: simulator.apiKey,
      GOOGLE_PLACES_URL: simulator.placesUrl,
      GOOGLE_LEGACY_PLACES_URL: simulator.legacyUrl,
      GOOGLE_MAPSTOOLS_URL: simulator.mapstoolsUrl,
      LINK_GATEWAY_URL: simulator.linksUrl,
    })
  })
  afterAll(async () => {
    await app.stop()
    await (await store()).close()
    lossy.stop()
    await Promise.all([simulator.stop(), collector.close(), mailServer.stop(), upstash.stop()])
    await redis.stop()
  })

  async function accountWithKey() {
    const accountId = await newAccount()
    return { accountId, key: (await createKey(accountId, 'Test', null)).key }
  }

  const callWithKey = (key: string, operation = 'convert', body: unknown = { cid: '1' }) =>
    fetch(`${app.url}/api/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify(body),
    })

  test('refund a call that the store counted but whose reply was lost', async () => {
    const { accountId, key } = await accountWithKey()
    expect((await callWithKey(key)).status).toBe(200)
    await app.frozen()
    lossy.loseAnswers()
    const answer = await callWithKey(key)
    expect(await answer.json()).toMatchObject({ status: 500, code: 'store_unavailable' })
    expect((await readUsage(accountId)).used).toBe(2)
    lossy.heal()
    await app.frozen()
    expect((await readUsage(accountId)).used).toBe(1)
  })

  test('store the place id that a lookup found', async () => {
    const { key } = await accountWithKey()
    const url = `https://www.google.com/maps/place/?q=place_id:${landmark.placeId}`
    expect((await callWithKey(key, 'resolve', { url })).status).toBe(200)
    await app.frozen()
    expect(await (await store()).redis.get(`place:${landmark.cid}`)).toEqual({ id: landmark.placeId })
  })

  test('send the email for a sign-up', async () => {
    const email = 'ada@example.com'
    const answer = await fetch(`${app.url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://pinref.example' },
      body: JSON.stringify({ name: 'Ada', email, password: 'correct horse battery' }),
    })
    expect(answer.status).toBe(200)
    await app.frozen()
    expect(mailServer.received.map(({ to }) => to)).toEqual([[email]])
  })

  test('send the spans and metrics of a call', async () => {
    const answer = await callWithKey((await accountWithKey()).key)
    await app.frozen()
    const ids = collector.spans().map(({ attributes }) => attributes['pinref.request_id'])
    expect(ids).toContain(answer.headers.get('x-request-id'))
    expect(collector.points('http.server.request.duration')).not.toEqual([])
  })

  test('respond to a call even if the store closed their idle connection', async () => {
    const { key } = await accountWithKey()
    expect((await callWithKey(key)).status).toBe(200)
    await app.frozen()
    upstash.closeConnections()
    expect((await callWithKey(key)).status).toBe(200)
  })
}
