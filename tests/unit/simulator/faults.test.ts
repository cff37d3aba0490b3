import { gunzipSync } from 'node:zlib'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { json, redirect } from '@/tests/simulator/answer'
import { startSimulator } from '@/tests/simulator/simulator'
import { details, hop, simulatorForTests } from './ask'

/** For a busy machine. */
const patience = { timeout: 10_000 }

const simulator = simulatorForTests()
const trevi = 'ChIJ1UCDJ1NgLxMRtrsCzOHxdvY'

/** Makes some Details calls, waits until all have reached the simulator, and abandons them. */
async function askAndLeave(count: number): Promise<void> {
  const { placesUrl, apiKey } = simulator.current
  const headers = { 'x-goog-api-key': apiKey, 'x-goog-fieldmask': 'id' }
  const leaving = new AbortController()
  const asked = Array.from({ length: count }, async () => {
    const answer = await fetch(`${placesUrl}/v1/places/${trevi}`, { headers, signal: leaving.signal })
    return answer.text()
  })
  await vi.waitFor(() => expect(simulator.current.calls).toHaveLength(count), patience)
  leaving.abort()
  for (const { status } of await Promise.allSettled(asked)) expect(status).toBe('rejected')
}

describe('scripted faults', () => {
  it('apply only to the calls they name, as often as they say, and in order', async () => {
    simulator.current.script({ upstream: 'details', placeId: trevi, skip: 1, times: 1, answer: json(503, {}) })
    simulator.current.script({ upstream: 'details', times: 1, answer: json(500, {}) })
    simulator.current.script({ link: 'maps.app.goo.gl/mine', answer: redirect('https://example.com/') })
    const statuses = []
    for (let turn = 0; turn < 4; turn++) statuses.push((await details(simulator.current, trevi)).status)
    expect(statuses).toEqual([500, 503, 200, 200])
    expect((await hop(simulator.current, 'maps.app.goo.gl/mine?g_st=ic')).location).toBe('https://example.com/')
    expect((await hop(simulator.current, 'maps.app.goo.gl/other')).status).toBe(404)
  })

  it('can alter the answer', async () => {
    simulator.current.script({ alter: (place) => ({ ...place, rating: '4.8' }) })
    expect((await details(simulator.current, trevi, { mask: 'id,rating' })).body).toEqual({ id: trevi, rating: '4.8' })
  })

  it('can delay one answer, or all of them', async () => {
    simulator.current.latencyMs = 30
    simulator.current.script({ delayMs: 90, times: 1 })
    await details(simulator.current, trevi)
    await details(simulator.current, trevi)
    const [scripted, other] = simulator.current.calls
    expect(scripted?.tookMs).toBeGreaterThanOrEqual(85)
    expect(other?.tookMs).toBeGreaterThanOrEqual(25)
  })

  it.each(['reset', 'reset_in_body', 'cut_short', 'not_http'] as const)(
    'break the connection: %s',
    async (transport) => {
      simulator.current.script({ transport })
      await expect(details(simulator.current, trevi)).rejects.toThrow()
      await vi.waitFor(() => expect(simulator.current.calls[0]?.state).toBe('dropped'), patience)
      simulator.current.reset()
      simulator.current.script({ transport })
      await expect(hop(simulator.current, 'maps.app.goo.gl/sim-desktop')).rejects.toThrow()
    },
  )

  it('can send half of the JSON as if it were complete', async () => {
    simulator.current.script({ transport: 'truncate' })
    await expect(details(simulator.current, trevi)).rejects.toThrow('JSON')
    expect(simulator.current.calls[0]).toMatchObject({ status: 200, state: 'answered' })
  })

  it('can send over 10 MB, or gzipped JSON in under 20 KB', async () => {
    const { placesUrl, apiKey } = simulator.current
    const headers = { 'x-goog-api-key': apiKey, 'x-goog-fieldmask': 'id' }
    simulator.current.script({ transport: 'big', times: 1 })
    const plain = await request(`${placesUrl}/v1/places/${trevi}`, { headers })
    expect(plain.headers['content-length']).toBeUndefined()
    expect((await plain.body.arrayBuffer()).byteLength).toBeGreaterThan(10 * 1024 * 1024)
    simulator.current.script({ transport: 'gzip_bomb' })
    const packed = Buffer.from(await (await request(`${placesUrl}/v1/places/${trevi}`, { headers })).body.arrayBuffer())
    expect(packed.length).toBeLessThan(20_000)
    const inflated = gunzipSync(packed)
    expect(inflated.length).toBeGreaterThan(10 * 1024 * 1024)
    expect(JSON.parse(inflated.toString())).toEqual({ id: trevi })
  })

  it.each(['drip', 'drip_headers'] as const)('deliver the whole answer in the end: %s', async (transport) => {
    simulator.current.script({ transport, dripEveryMs: 1 })
    expect((await details(simulator.current, trevi, { mask: 'id' })).body).toEqual({ id: trevi })
  })

  it.each(['hang', 'drip', 'drip_headers'] as const)('stop when the caller disconnects: %s', async (transport) => {
    simulator.current.script({ transport })
    await askAndLeave(1)
    await vi.waitFor(() => expect(simulator.current.calls[0]?.state).toBe('left'), patience)
  })

  it('answer 500 if the script itself throws', async () => {
    simulator.current.script({ alter: () => Number('x').toFixed(101) })
    expect((await details(simulator.current, trevi)).status).toBe(500)
  })
})

describe('the calls to the simulator', () => {
  it('are recorded with their headers, path and status', async () => {
    await details(simulator.current, trevi, { mask: 'id' })
    await hop(simulator.current, 'maps.app.goo.gl/sim-dead?g_st=ic')
    expect(simulator.current.calls).toMatchObject([
      { upstream: 'details', placeId: trevi, headers: { 'x-goog-api-key': 'simulated-key' }, status: 200 },
      { upstream: 'link', link: 'maps.app.goo.gl/sim-dead', path: '/sim-dead?g_st=ic', status: 404 },
    ])
    expect(simulator.current.calls[1]?.headers).not.toHaveProperty('x-goog-api-key')
  })

  it('are counted by the most that ran at the same time', async () => {
    await details(simulator.current, trevi)
    await details(simulator.current, trevi)
    expect(simulator.current.maxAtOnce).toBe(1)
    simulator.current.reset()
    simulator.current.script({ transport: 'hang' })
    await askAndLeave(3)
    expect(simulator.current.maxAtOnce).toBe(3)
  })
})

describe('the simulator', () => {
  let stopped: Awaited<ReturnType<typeof startSimulator>>
  beforeAll(async () => {
    stopped = await startSimulator()
  })
  afterAll(() => stopped.stop())

  it('stops even while calls hang', async () => {
    stopped.script({ transport: 'hang' })
    const hanging = expect(details(stopped, trevi)).rejects.toThrow()
    await vi.waitFor(() => expect(stopped.calls).toHaveLength(1), patience)
    await stopped.stop()
    await hanging
    await expect(details(stopped, trevi)).rejects.toThrow()
  })

  it('serves a guide to its link gateway and special cases', async () => {
    const guide = await (await fetch(simulator.current.placesUrl)).text()
    expect(guide).toContain(`LINK_GATEWAY_URL=${simulator.current.linksUrl}`)
    expect(guide).toContain('https://maps.app.goo.gl/sim-dead')
    expect(guide).toContain('9000000000000000503')
  })
})
