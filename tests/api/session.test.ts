import { describe, expect, test } from 'vitest'
import { call, hosts, newVisitor } from './call'

let people = 0

/** Signs a person up, keeps the cookie, and returns functions that call procedures as the dashboard does. */
async function signUp(url: string) {
  const visitor = newVisitor()
  const common = { 'content-type': 'application/json', 'x-forwarded-for': visitor, origin: 'https://pinref.example' }
  people += 1
  const response = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: common,
    body: JSON.stringify({ email: `p${people}.${visitor}@example.com`, password: 'correct horse battery', name: 'P' }),
  })
  expect(response.status).toBe(200)
  const setCookie = response.headers.getSetCookie()
  const cookie = setCookie.map((line) => line.split(';')[0]).join('; ')

  async function procedure(name: string, input: unknown, headers: Record<string, string> = {}, kind = 'POST') {
    const query = kind === 'GET' ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''
    const answer = await fetch(`${url}/api/trpc/${name}${query}`, {
      method: kind,
      headers: { ...common, cookie, ...headers },
      ...(kind === 'POST' && { body: JSON.stringify(input) }),
    })
    const body = await answer.json()
    return { status: answer.status, data: body.result?.data, problem: body.error?.data.problem }
  }
  return { procedure, setCookie, visitor }
}

const useKey = (url: string, key: string) =>
  call(url, 'convert', { cid: '1' }, { headers: { authorization: `Bearer ${key}` } })

describe.each(hosts)('a signed-in person, on the $host', ({ url }) => {
  test('can make a key that works immediately', async () => {
    const { procedure } = await signUp(url)
    const { data } = await procedure('keys.create', { name: 'Backend' })
    const answer = await useKey(url, data.key)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-ratelimit-limit')).toBe('1000')
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('999')

    const both = { 'X-Api-Key': data.key, AUTHORIZATION: 'Basic eA==' }
    expect((await call(url, 'convert', { cid: '1' }, { headers: both })).status).toBe(200)
    const listed = await procedure('keys.list', {}, {}, 'GET')
    expect(listed.data).toMatchObject([{ id: data.id, name: 'Backend', callsThisMonth: 2 }])
  })

  test('is rejected after reading and changing their account too fast, and others are not', async () => {
    const { procedure } = await signUp(url)
    const callOften = () =>
      Promise.all(
        Array.from({ length: 700 }, (_, index) =>
          index % 2 ? procedure('keys.list', {}, {}, 'GET') : procedure('plans.portal', {}),
        ),
      )
    // On a busy machine, ten-second windows may end before they are full.
    let refused: Awaited<ReturnType<typeof callOften>> = []
    while (refused.length === 0) refused = (await callOften()).filter(({ status }) => status === 429)
    expect(new Set(refused.map(({ problem }) => problem.code))).toEqual(new Set(['too_many_requests']))
    const other = await signUp(url)
    expect((await other.procedure('keys.list', {}, {}, 'GET')).status).toBe(200)
  })

  test('gets the same error for an expired, a revoked, and an unknown key', async () => {
    const { procedure } = await signUp(url)
    const expired = (await procedure('keys.create', { name: 'Short' })).data
    await procedure('keys.rotate', { id: expired.id, overlapDays: 0 })
    const revoked = (await procedure('keys.create', { name: 'Gone' })).data
    await procedure('keys.revoke', { id: revoked.id })
    const bodies = await Promise.all(
      [expired.key, revoked.key, `${revoked.key}x`, 'pr_live_', 'x'].map(async (key) => {
        const { status, body } = await useKey(url, key)
        return { ...body, status, request_id: '' }
      }),
    )
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(bodies[0]).toMatchObject({ status: 401, code: 'invalid_api_key' })
  })

  test('uses the account’s quota, not the free quota', async () => {
    const { procedure, visitor } = await signUp(url)
    const { data } = await procedure('listings.resolve', { url: 'https://maps.google.com/?cid=9000000000000000001' })
    expect(data.rate_limit).toEqual({ authenticated: true, limit: '1000', remaining: 999 })
    const free = await call(url, 'convert', { cid: '1' }, { visitor })
    expect(free.headers.get('x-ratelimit-remaining')).toBe('4')
  })

  test('can switch to a larger plan while billing is off, and it applies from the next call', async () => {
    const { procedure } = await signUp(url)
    expect((await procedure('plans.current', undefined, {}, 'GET')).data).toMatchObject({
      billing: 'off',
      plan: 'starter',
    })
    expect((await procedure('plans.choose', { plan: 'growth' })).data).toEqual({ url: null })
    const { data } = await procedure('listings.convert', { cid: '1' })
    expect(data.cid_decimal).toBe('1')
    expect((await procedure('usage.month', {}, {}, 'GET')).data).toMatchObject({ used: 1, limit: 10_000 })
  })

  test.each([
    ['nothing', ''],
    ['blanks', '   '],
    ['61 characters', 'a'.repeat(61)],
    ['a control character', 'a\u0007b'],
    ['a line break', 'a\nb'],
  ])('cannot use %s as a key name', async (_, name) => {
    const { procedure } = await signUp(url)
    expect(await procedure('keys.create', { name })).toMatchObject({
      status: 400,
      problem: { code: 'invalid_request' },
    })
  })

  test('cannot manage someone else’s keys', async () => {
    const owner = await signUp(url)
    const stranger = await signUp(url)
    const { id } = (await owner.procedure('keys.create', { name: 'Mine' })).data
    for (const [verb, more] of Object.entries({ rename: { name: 'x' }, rotate: { overlapDays: 0 }, revoke: {} })) {
      const answer = await stranger.procedure(`keys.${verb}`, { id, ...more })
      expect({ verb, ...answer }).toMatchObject({ verb, status: 404, problem: { code: 'key_not_found' } })
    }
  })

  test('is protected from requests from another site’s pages', async () => {
    const { procedure } = await signUp(url)
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ]) {
      expect(await procedure('keys.create', { name: 'Evil' }, headers)).toMatchObject({ status: 403 })
      expect(await procedure('keys.list', {}, headers, 'GET')).toMatchObject({ status: 403 })
    }
    expect((await procedure('keys.list', {}, {}, 'GET')).data).toEqual([])
  })

  test('has a session cookie that scripts cannot read', async () => {
    const { setCookie } = await signUp(url)
    const session = setCookie.find((line) => line.includes('session_token'))
    expect(session).toMatch(/HttpOnly/i)
    expect(session).toMatch(/SameSite=Lax/i)
    expect(session).toMatch(/; Secure/i)
  })
})

test.each(hosts)('account procedures need a session, on the $host', async ({ url }) => {
  for (const name of ['keys.create', 'keys.revoke', 'plans.choose']) {
    const input = { name: 'x', id: 'x', plan: 'growth' }
    const response = await fetch(`${url}/api/trpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    expect({ name, status: response.status }).toEqual({ name, status: 401 })
    expect(await response.json()).toMatchObject({ error: { data: { problem: { code: 'not_signed_in' } } } })
  }
})
