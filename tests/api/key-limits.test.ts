import { describe, expect, test } from 'vitest'
import { createKey, type KeyOptions } from '@/server/access/key-store'
import { newAccount } from '../support/new-account'
import { call, hosts, newVisitor } from './call'
import { callWithKey } from './with-key'

async function keyWith(options: KeyOptions) {
  const accountId = await newAccount()
  return { accountId, ...(await createKey(accountId, 'Backend', null, options)) }
}

const read = (url: string, what: string, key?: string, more: Record<string, string> = {}) =>
  call(url, what, undefined, { method: 'GET', headers: { ...(key && { 'x-api-key': key }), ...more } })

describe.each(hosts)('a key with limits of its own, on the $host', ({ url }) => {
  test('is for its operations only', async () => {
    const { key } = await keyWith({ operations: ['convert'] })
    expect((await callWithKey(url, key)).status).toBe(200)
    const refused = await callWithKey(url, key, 'search', { name: 'Space Needle' })
    expect(refused).toMatchObject({ status: 403, body: { code: 'operation_not_allowed' } })
    expect(refused.body.type).toMatch(/\/docs\/errors\/operation_not_allowed$/)
    expect((await callWithKey(url, key)).headers.get('x-ratelimit-remaining')).toBe('998')
  })

  test('works from its addresses only, whatever a caller claims', async () => {
    const visitor = newVisitor()
    const { key } = await keyWith({ addresses: [`${visitor}/32`] })
    const from = (address: string) =>
      call(url, 'convert', { cid: '1' }, { visitor: address, headers: { 'x-api-key': key } })
    expect((await from(visitor)).status).toBe(200)
    expect((await from(`9.9.9.9, ${visitor}`)).status).toBe(200)
    for (const address of [newVisitor(), `${visitor}, ${newVisitor()}`]) {
      expect(await from(address)).toMatchObject({ status: 403, body: { code: 'address_not_allowed' } })
    }
  })

  test('is refused where its own month is used up, and its headers tell that', async () => {
    const { key } = await keyWith({ monthlyLimit: 1 })
    const first = await callWithKey(url, key)
    expect([first.status, first.headers.get('x-ratelimit-limit')]).toEqual([200, '1'])
    const { status, headers, body } = await callWithKey(url, key)
    expect([status, body.code]).toEqual([429, 'key_quota_exhausted'])
    expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['1', '0'])
    expect(headers.get('ratelimit-policy')).toMatch(/^"key";q=1;w=\d+$/)
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  })

  test('is told what it may do, and its account’s usage; both count nothing', async () => {
    const { key, id } = await keyWith({ operations: ['convert', 'usage'], monthlyLimit: 7, burstLimit: 500 })
    await callWithKey(url, key)
    const own = await read(url, 'key', key)
    const facts = { id, name: 'Backend', start: key.slice(0, 28), test: false }
    expect(own.status).toBe(200)
    expect(own.body).toEqual({
      ...facts,
      operations: ['convert', 'usage'],
      monthly_limit: 7,
      burst_limit: 500,
      addresses: null,
      created: expect.any(Number),
      expires: null,
      last_used: expect.any(Number),
      calls_this_month: 1,
    })
    const usage = await read(url, 'usage', key)
    const none = { ok: 0, failed: 0, rejected: 0 }
    expect(usage.status).toBe(200)
    expect(usage.body).toEqual({
      month: new Date().toISOString().slice(0, 7),
      plan: 'starter',
      limit: '1000',
      used: 1,
      remaining: 999,
      reset: expect.any(Number),
      operations: [
        { operation: 'resolve', ...none },
        { operation: 'search', ...none },
        { operation: 'convert', ...none, ok: 1 },
      ],
      keys: [{ ...facts, used: 1, limit: 7 }],
      other: 0,
    })
    expect(usage.headers.get('x-ratelimit-remaining')).toBe('6')
  })

  test('may be for reading the usage alone', async () => {
    const { key } = await keyWith({ operations: ['usage'] })
    expect((await read(url, 'usage', key)).status).toBe(200)
    expect((await callWithKey(url, key)).body.code).toBe('operation_not_allowed')
    expect((await read(url, 'key', key)).body).toMatchObject({ operations: ['usage'], calls_this_month: 0 })
    const other = await keyWith({ operations: ['resolve'] })
    expect(await read(url, 'usage', other.key)).toMatchObject({ status: 403, body: { code: 'operation_not_allowed' } })
    expect((await read(url, 'key', other.key)).status).toBe(200)
  })

  test('is needed to read the usage, which is read with GET', async () => {
    for (const what of ['usage', 'key']) {
      expect(await read(url, what)).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } })
      expect(await read(url, what, 'pr_live_whatever')).toMatchObject({ status: 401 })
      const post = await call(url, what, {}, { method: 'POST' })
      expect([post.status, post.body.code, post.headers.get('allow')]).toEqual([405, 'method_not_allowed', 'GET, OPTIONS'])
      const preflight = await fetch(`${url}/api/${what}`, { method: 'OPTIONS' })
      expect(preflight.headers.get('access-control-allow-methods')).toBe('GET')
    }
  })
})

describe.each(hosts)('a test key, on the $host', ({ url }) => {
  test('is answered from the sample, counts against no plan, and the headers say so', async () => {
    const { accountId, key } = await keyWith({ test: true })
    const live = await createKey(accountId, 'Live', null)
    const answer = await callWithKey(url, key, 'resolve', { url: 'https://maps.google.com/?cid=7793879817120868320' })
    expect(answer).toMatchObject({ status: 200, body: { title: 'Googleplex', rate_limit: { limit: 'unlimited' } } })
    expect(answer.headers.get('x-api-key-type')).toBe('test')
    expect(answer.headers.get('ratelimit-policy')).toBe('"test";q=2147483647')
    const short = await callWithKey(url, key, 'resolve', { url: 'https://maps.app.goo.gl/notInTheSample1' })
    expect(short).toMatchObject({ status: 404, body: { code: 'listing_not_found' } })
    const { headers } = await callWithKey(url, live.key)
    expect([headers.get('x-ratelimit-remaining'), headers.get('x-api-key-type')]).toEqual(['999', null])
  })
})
