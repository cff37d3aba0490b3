import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountOfKey } from '@/server/metering/access/api-key'
import { writeProfile } from '@/server/metering/access/profile'
import { store } from '@/server/platform/store/store'
import { placeIds } from '../batches/orders'
import { startRedisServer } from '../support/redis'
import { type App, startApp } from '../support/start-app'
import { call, hosts } from './call'
import {
  add,
  allOf,
  anotherKey,
  asking,
  bodyFor,
  counts,
  googleplex,
  keyWith,
  made,
  none,
  ofOne,
  operations,
  untilEqual,
} from './watchlist-calls'
import { pepper } from './with-key'

describe.each(hosts)('watchlists, on the $host', ({ url }) => {
  test('share the plan’s listing limit, as GET /api/usage and the page show', async () => {
    const { key, ask, person } = await keyWith(url)
    const watching = async () =>
      (await call(url, 'usage', undefined, { method: 'GET', headers: { 'x-api-key': key } })).body.watching
    const limits = { max_watchlists: 20, max_listings: 100 }
    expect(await watching()).toEqual({ watchlist_count: 0, listing_count: 0, ...limits })
    const first = await made(ask)
    const second = await made(ask)
    expect((await add(ask, first, placeIds(60))).body).toMatchObject({ created_count: 60, full: false })
    const [one, other] = await Promise.all([add(ask, first, placeIds(60, 60)), add(ask, second, placeIds(60, 200))])
    expect([one.body.created_count + other.body.created_count, one.body.full, other.body.full]).toEqual([
      40,
      true,
      true,
    ])
    expect(await watching()).toEqual({ watchlist_count: 2, listing_count: 100, ...limits })
    expect(await person.query('usage.current')).toMatchObject({ watching: { listing_count: 100, ...limits } })
    // References can still change, and removing a listing makes room.
    const [own] = await allOf(ask, first, 'listings', 'limit=1')
    expect((await add(ask, first, [{ url: `cid:${own.id}`, reference: 'x' }])).body).toMatchObject({
      existing_count: 1,
      full: false,
    })
    await ask('DELETE', `/${first}/listings?ids=${own.id}`)
    expect((await add(ask, second, [googleplex, 'no link'])).body).toMatchObject({ created_count: 1, full: true })
    await ask('DELETE', `/${first}`)
    expect((await watching()).listing_count).toBe((await counts(ask, second)).total)
  })

  test('are limited to 20 per account, even if created in parallel', async () => {
    const { ask } = await keyWith(url)
    const answers = await Promise.all(Array.from({ length: 24 }, () => ask('POST', '', { name: 'Shops' })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(answers.find(({ status }) => status !== 201)?.body).toMatchObject({
      status: 409,
      code: 'limit_reached',
      detail: expect.stringContaining('at most 20 watchlists'),
    })
    const { body } = await ask('GET', '?limit=15')
    expect(body.watchlists).toHaveLength(15)
    expect((await ask('GET', `?limit=15&after=${body.next}`)).body).toMatchObject({
      watchlists: { length: 5 },
      next: null,
    })
  })

  test('need a key: without one, every operation returns 401', async () => {
    const { paths } = await fetch(`${url}/api/openapi.json`).then((answer) => answer.json())
    const documented = Object.entries<object>(paths).flatMap(([path, item]) =>
      path.startsWith('/watchlists') ? Object.keys(item) : [],
    )
    expect(documented).toHaveLength(operations.length)
    for (const [method, path] of operations) {
      const called = path.replace('/watchlists', '').replace('{id}', `watch_${'a'.repeat(16)}`)
      const { status, body } = await call(url, `watchlists${called}`, bodyFor(method, path), { method })
      expect([method, path, status, body.code]).toEqual([method, path, 401, 'invalid_api_key'])
    }
  })

  test('are hidden from other accounts, and need a key that may look up listings', async () => {
    const [owner, other] = await Promise.all([keyWith(url), keyWith(url)])
    const id = await made(owner.ask)
    const limited = await anotherKey(url, owner.person, { operations: ['search', 'convert'] })
    for (const [method, path] of ofOne) {
      const called = path.replace('{id}', id)
      const hidden = await other.ask(method, called, bodyFor(method, path))
      expect([method, path, hidden.status, hidden.body.code]).toEqual([method, path, 404, 'watchlist_not_found'])
      const refused = await limited.ask(method, called, bodyFor(method, path))
      expect([method, path, refused.status, refused.body.code]).toEqual([method, path, 403, 'operation_not_allowed'])
    }
    expect((await limited.ask('POST', '', { name: 'Shops' })).status).toBe(403)
    expect((await other.ask('GET')).body.watchlists).toEqual([])
    expect((await owner.ask('GET', `/${id}`)).status).toBe(200)
  })

  test('of a test key watch the sample and cannot be used with a live key, or vice versa', async () => {
    const { ask: live, person } = await keyWith(url)
    const { ask } = await anotherKey(url, person, { test: true })
    const id = await made(ask)
    const liveId = await made(live)
    expect((await ask('GET', `/${id}`)).body.test).toBe(true)
    await add(ask, id, [googleplex])
    await untilEqual(async () => (await counts(ask, id)).listed, 1)
    for (const [method, path] of ofOne) {
      for (const [caller, list] of [
        [live, id],
        [ask, liveId],
      ] as const) {
        const refused = await caller(method, path.replace('{id}', list), bodyFor(method, path))
        expect([method, path, refused.status, refused.body.code]).toEqual([method, path, 403, 'operation_not_allowed'])
      }
    }
  })

  test('reject invalid input, identify it, and add nothing', async () => {
    const { ask } = await keyWith(url)
    const id = await made(ask)
    const pointers = async (method: string, path: string, sent: unknown) => {
      const { status, body } = await ask(method, path, sent)
      return [status, body.code, body.errors?.map(({ pointer }: { pointer: string }) => pointer)]
    }
    const fault = (pointer: string) => [400, 'invalid_request', [pointer]]
    expect(await pointers('POST', '', {})).toEqual(fault('/name'))
    expect(await pointers('POST', '', { name: 'Shops', perod: 'weekly' })).toEqual(fault('/perod'))
    expect(await pointers('POST', '', { name: 'Shops', period: 'daily' })).toEqual(fault('/period'))
    expect(await pointers('POST', '', { name: 'a\nb' })).toEqual(fault('/name'))
    expect(await pointers('PATCH', `/${id}`, { digest: true })).toEqual(fault('/digest'))
    expect(await pointers('PATCH', `/${id}`, { id })).toEqual(fault('/id'))
    expect(await pointers('POST', `/${id}/listings`, {})).toEqual(fault('/listings'))
    expect(await pointers('POST', `/${id}/listings`, { listings: [] })).toEqual(fault('/listings'))
    expect(await pointers('POST', `/${id}/listings`, { listings: [googleplex], full: true })).toEqual(fault('/full'))
    expect(await pointers('POST', `/${id}/listings`, { listings: [googleplex, 7] })).toEqual(fault('/listings/1'))
    expect(await pointers('POST', `/${id}/listings?x=1`, { listings: [googleplex] })).toEqual(fault('/x'))
    const long = { url: googleplex.url, reference: 'x'.repeat(201) }
    expect(await pointers('POST', `/${id}/listings`, { listings: [long] })).toEqual(fault('/listings/0/reference'))
    expect(await pointers('POST', `/${id}/check`, { now: 'yes' })).toEqual(fault('/now'))
    for (const query of ['', '?ids=', '?ids=a,,b', `?ids=${'1,'.repeat(100)}1`, '?ids=%2e'])
      expect((await ask('DELETE', `/${id}/listings${query}`)).status, query).toBe(400)
    for (const query of ['state=lost', 'after=x', 'after=-1.0', 'limit=0', 'limit=1001', 'limit=x', 'page=2'])
      expect((await ask('GET', `/${id}/listings?${query}`)).status, query).toBe(400)
    for (const query of ['after=x', 'after=1-99999999999', 'limit=1001', 'state=gone'])
      expect((await ask('GET', `/${id}/events?${query}`)).status, query).toBe(400)
    for (const raw of ['', '[', '[]', '"x"', 'null', '{"listings":', '\0', '{"listings":["\ud800"]'])
      expect((await ask('POST', `/${id}/listings`, undefined, { raw })).status, raw).toBe(400)
    expect(await counts(ask, id)).toEqual({ total: 0, ...none })
    expect((await ask('POST', `/${id}`)).headers.get('allow')).toBe('GET, HEAD, PATCH, DELETE, OPTIONS')
  })

  test('accept bodies of up to 4 MiB with at most 10,000 listings', async () => {
    const { ask } = await keyWith(url)
    const id = await made(ask)
    const megabytes = (count: number) => ({ raw: JSON.stringify({ listings: ['x'] }).padEnd(count * 1024 * 1024) })
    expect((await ask('POST', `/${id}/listings`, undefined, megabytes(4))).body).toMatchObject({ created_count: 1 })
    expect((await ask('POST', `/${id}/listings`, undefined, { raw: `${megabytes(4).raw} ` })).body).toMatchObject({
      status: 413,
      code: 'payload_too_large',
    })
    expect((await add(ask, id, placeIds(10_001))).status).toBe(400)
    expect((await add(ask, id, placeIds(10_000))).body).toMatchObject({ created_count: 99, full: true })
    expect((await ask('POST', '', { name: 'x'.repeat(17_000) })).status).toBe(413)
  })
})

const redis = await startRedisServer()
Object.assign(process.env, { REDIS_URL: redis.url, ...pepper })

describe('watchlists', () => {
  let app: App
  const settings = { REDIS_URL: redis.url, TRUSTED_PROXIES: '1', APP_URL: 'https://pinref.example', ...pepper }

  beforeAll(async () => {
    app = await startApp('worker', settings)
  })
  afterAll(async () => {
    await app.stop()
    await (await store()).close()
    await redis.stop()
  })

  test('of a suspended account can only be read and deleted, and only by its owner', async () => {
    const { person, key, ask } = await keyWith(app.url)
    const id = await made(ask)
    await add(ask, id, ['cid:1', 'no link'])
    await writeProfile(accountOfKey(key) ?? '', { suspended: new Date().toISOString() })
    const input = encodeURIComponent(JSON.stringify({ id }))
    for (const query of ['list', 'get', 'listListings', 'listEvents', 'overview', 'view']) {
      const { status } = await person.call(`/trpc/watchlists.${query}?input=${query === 'list' ? '{}' : input}`)
      expect([query, status]).toEqual([query, 200])
    }
    for (const [change, more] of [
      ['create', { name: 'Shops' }],
      ['update', { id, period: 'monthly' }],
      ['createListings', { id, listings: ['cid:2'] }],
      ['check', { id }],
      ['pause', { id }],
      ['resume', { id }],
    ] as const) {
      const { status, json } = await person.call(`/trpc/watchlists.${change}`, more)
      expect([change, status, json.error?.data.problem.code]).toEqual([change, 403, 'account_suspended'])
    }
    for (const [method, path] of operations) {
      const called = path.replace('/watchlists', '').replace('{id}', id)
      expect([method, path, (await ask(method, called, bodyFor(method, path))).status]).toEqual([method, path, 403])
    }
    expect(await person.procedure('watchlists.deleteListings', { id, ids: '1' })).toMatchObject({ deleted_count: 1 })
    expect(await person.procedure('watchlists.delete', { id })).toEqual({ id, deleted: true })
  })

  test('count every call against the key’s burst limit', async () => {
    const { person, ask } = await keyWith(app.url)
    const id = await made(ask)
    for (const [method, path] of operations) {
      const limited = await anotherKey(app.url, person, { burstLimit: 2 })
      const called = path.replace('/watchlists', '').replace('{id}', id)
      // A ten-second window may end in between.
      const statuses: number[] = []
      for (let time = 0; time < 5; time++)
        statuses.push((await limited.ask(method, called, bodyFor(method, path))).status)
      expect([method, path, statuses.includes(429)]).toEqual([method, path, true])
    }
  })

  test('have no listing limit on a plan without one, as the usage shows', async () => {
    const { key, ask } = await keyWith(app.url)
    await writeProfile(accountOfKey(key) ?? '', { plan: 'unlimited' })
    const id = await made(ask)
    expect((await add(ask, id, placeIds(5_000))).body).toMatchObject({ created_count: 5_000, full: false })
    expect((await add(ask, id, placeIds(10_000))).body).toMatchObject({
      created_count: 5_000,
      existing_count: 5_000,
      full: false,
    })
    const usage = await call(app.url, 'usage', undefined, { method: 'GET', headers: { 'x-api-key': key } })
    expect(usage.body.watching).toEqual({
      watchlist_count: 1,
      max_watchlists: 20,
      listing_count: 10_000,
      max_listings: null,
    })
    const listings = await allOf(ask, id, 'listings')
    expect(new Set(listings.map((one) => one.id)).size).toBe(10_000)
  })

  test('can be read and deleted, but not created, on a server where they are off', async () => {
    const { key: own, ask } = await keyWith(app.url)
    const id = await made(ask)
    const off = await startApp('worker', { ...settings, WATCHING: 'off' })
    try {
      const { key, person } = await keyWith(off.url)
      const { status, body } = await asking(off.url, key)('POST', '', { name: 'Shops' })
      expect([status, body.code]).toEqual([404, 'route_not_found'])
      expect(await person.query('watchlists.overview')).toBeNull()
      const existing = asking(off.url, own)
      expect((await existing('GET', `/${id}`)).status).toBe(200)
      expect((await existing('DELETE', `/${id}`)).status).toBe(200)
    } finally {
      await off.stop()
    }
  })
})
