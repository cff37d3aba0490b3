import { mkdtempSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Simulator, startSimulator } from '../simulator/simulator'
import { loggedDefects } from '../support/logged-defects'
import { type RedisServer, startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'

const folder = mkdtempSync(join(tmpdir(), 'pinref-leaving-'))
const link = 'https://maps.app.goo.gl/6fXSYFKKNHUPyHbJ7'
const placeLink = 'https://www.google.com/maps/place/?q=place_id:ChIJj61dQgK6j4AR4GeTYWZsKWw'
let redis: RedisServer
let simulator: Simulator

beforeAll(async () => {
  ;[redis, simulator] = await Promise.all([startRedisServer(), startSimulator()])
})
afterAll(async () => {
  await simulator.stop()
  await redis.stop()
  removeFolder(folder)
})

describe.each(['node', 'next'] as const)('a caller who disconnects from the %s host', (host) => {
  let app: App

  beforeAll(async () => {
    simulator.reset()
    app = await startApp(
      host,
      {
        DATA_DIR: folder,
        REDIS_URL: redis.url,
        FREE_DAILY_QUOTA: '1000',
        GOOGLE_MAPS_API_KEY: simulator.apiKey,
        GOOGLE_PLACES_URL: simulator.placesUrl,
        GOOGLE_MAPSTOOLS_URL: simulator.mapstoolsUrl,
        LINK_GATEWAY_URL: simulator.linksUrl,
        STRIPE_SECRET_KEY: 'sk_test_of_leaving',
        STRIPE_WEBHOOK_SECRET: 'whsec_of_leaving',
        STRIPE_API_URL: 'http://127.0.0.1:9',
      },
      { output: { file: join(folder, `${host}.log`) } },
    )
  })
  afterAll(() => app.stop())

  /** Sends a request and resets the connection as soon as `until` is true. */
  async function leave(request: string, until: (received: string) => boolean) {
    const socket = connect(app.port, '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.write(request)
    await expect.poll(() => until(received), { interval: 5 }).toBe(true)
    socket.resetAndDestroy()
  }

  /** Returns the log lines of the calls that have ended. */
  const lines = (): Array<{ operation: string; level: string; status: number }> =>
    app
      .output()
      .split('\n')
      .filter((line) => line.includes('"operation"') && !line.includes('health'))
      .map((line) => JSON.parse(line))

  const post = (path: string, headers: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`

  test('causes no error in the log while sending a body', async () => {
    const before = lines().length
    const paths = ['/api/convert', '/api/trpc/listings.convert', '/api/auth/sign-in/email', '/api/billing/webhook']
    for (const path of paths) {
      for (const framing of ['Content-Length: 500', 'Transfer-Encoding: chunked']) {
        const begun = framing.startsWith('T') ? '7\r\n{"cid":\r\n' : '{"cid":'
        await leave(post(path, `Expect: 100-continue\r\n${framing}`, begun), (received) => received.includes(' 100 '))
      }
    }
    await expect.poll(() => lines().length).toBe(before + 2 * paths.length)
    expect(lines().filter(({ level }) => level !== 'info')).toEqual([])
    expect(loggedDefects(app.output())).toEqual([])
  })

  test('is logged as a 499, not as an error, if there was no response yet', async () => {
    const before = lines().length
    simulator.latencyMs = 30_000
    const send = (input: object) => {
      const body = JSON.stringify(input)
      return [
        post('/api/resolve', `Content-Length: ${body.length}`, body),
        post('/api/trpc/listings.resolve', `Content-Length: ${body.length}`, body),
      ]
    }
    const cids = ['7793879817120868320', '3436696222068785831', '17759648132674796470']
    const batch = JSON.stringify({
      items: cids.map((cid) => ({ operation: 'resolve', url: `https://maps.google.com/?cid=${cid}` })),
    })
    const ofBatch = post('/api/batch', `Content-Length: ${batch.length}`, batch)
    for (const request of [...send({ url: link }), ...send({ url: placeLink }), ofBatch]) {
      const calls = simulator.calls.length
      await leave(request, () => simulator.calls.length > calls)
    }
    await expect.poll(() => lines().length).toBe(before + 5)
    expect(lines().slice(before)).toMatchObject(Array.from({ length: 5 }, () => ({ level: 'info', status: 499 })))
    expect(loggedDefects(app.output())).toEqual([])
  })

  test('causes no error in the log while a page or a file is sent', async () => {
    const [largest = ''] = readdirSync('dist/current/.next/static', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .sort()
    // The first render of a page may take a long time.
    for (const path of ['/docs', '/docs/reference']) await (await fetch(`${app.url}${path}`)).text()
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
    for (let turn = 0; turn < 5; turn++) {
      await leave(get('/docs'), () => true)
      await leave(get('/docs/reference'), (received) => received.includes(' 200 '))
      await leave(get(`/_next/static/${largest}`).repeat(5), (received) => received.includes(' 200 '))
    }
    const whole = await fetch(`${app.url}/docs`)
    expect(await whole.text()).toContain('</html>')
    expect(loggedDefects(app.output())).toEqual([])
    expect(
      app
        .output()
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('{')),
    ).toEqual(
      app
        .output()
        .split('\n')
        .filter((line) =>
          /^Pinref \S+ \(\S+\) is running at|^Google can cost at most|^(?:Listings|Mail|Billing): |^ *▲|^ *✓|^- /.test(
            line,
          ),
        ),
    )
  })
})
