import { describe, expect, test } from 'vitest'
import { otherRoutes } from '@/server/entrances/http/handle-api'
import { procedures } from '@/server/entrances/trpc/router'
import { createAuth } from '@/server/features/sign-in/auth'
import { maxRequestBytes } from '@/server/platform/runtime/bounded-body'
import { readEnv } from '@/server/platform/settings/env'
import { exampleInput } from '../support/example-input'
import { hosts, newVisitor } from './call'

/** Every procedure by its full name. `tests/access/entrances.test.ts` checks that each admits only who its meta says. */
const all = [...procedures].map(([name, { type, meta, inputs }]) => ({ name, type, who: meta.who, input: inputs[0] }))

/** Procedures that accept an API key but not a session. */
const forKeys = all.filter(({ who }) => who.every((kind) => kind === 'key'))

/** Procedures that can't be called without an account. */
const closed = all
  .filter(({ who }) => who.includes('owner') || who.includes('operator'))
  .filter(({ who }) => !who.includes('visitor'))

/** The routes for short bodies, which are the same for every caller. */
const shortRoutes = Object.entries(otherRoutes).flatMap(
  ([path, { entrance }]): Array<[string, number]> =>
    typeof entrance.maxBytes === 'number' && entrance.maxBytes <= maxRequestBytes ? [[path, entrance.maxBytes]] : [],
)

const ours = () => ({ 'x-forwarded-for': newVisitor(), origin: 'https://pinref.example' })

function ask(
  url: string,
  { name, type }: Pick<(typeof all)[number], 'name' | 'type'>,
  headers: Record<string, string> = {},
  input: unknown = {},
) {
  const path = `${url}/api/trpc/${name}`
  return type === 'mutation'
    ? fetch(path, {
        method: 'POST',
        headers: { ...ours(), 'content-type': 'application/json', ...headers },
        body: JSON.stringify(input),
      })
    : fetch(input === null ? path : `${path}?input=${encodeURIComponent(JSON.stringify(input))}`, {
        headers: { ...ours(), ...headers },
      })
}

async function signUp(url: string): Promise<{ cookie: string }> {
  const response = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { ...ours(), 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${newVisitor()}.${Date.now()}@example.com`, password: 'correct horse', name: 'P' }),
  })
  expect(response.status).toBe(200)
  return {
    cookie: response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  }
}

describe.each(hosts)('an attacker, on the $host', ({ url }) => {
  test.each(closed)('without an account cannot call $name', async (procedure) => {
    const response = await ask(url, procedure)
    expect(response.status).toBe(401)
    expect(await response.text()).toContain('not_signed_in')
  })

  test.each(forKeys)('without a key cannot call $name, signed in or not', async (procedure) => {
    for (const headers of [{}, await signUp(url)]) {
      const response = await ask(url, procedure, headers, exampleInput(procedure.input) ?? null)
      expect(response.status).toBe(401)
      expect(await response.text()).toContain('invalid_api_key')
    }
  })

  test('with only a key cannot call any dashboard procedure', async () => {
    const { cookie } = await signUp(url)
    const created = await ask(url, { name: 'keys.createFirst', type: 'mutation' }, { cookie })
    const { key } = (await created.json()).result.data
    const refusals = closed.map(async (procedure) => {
      const response = await ask(url, procedure, { 'x-api-key': key })
      expect([procedure.name, response.status]).toEqual([procedure.name, 400])
      expect(await response.text()).toContain('API keys do not work here')
    })
    await Promise.all(refusals)
  })

  test('cannot send queue jobs to a server that does not use QStash', async () => {
    const { cookie } = await signUp(url)
    const job = JSON.stringify({ kind: 'callback', id: 'x', data: { accountId: 'x', id: 'x' } })
    for (const headers of [{}, { cookie }, { 'upstash-signature': 'x.y.z' }] as Record<string, string>[]) {
      const response = await fetch(`${url}/api/queue`, {
        method: 'POST',
        headers: { ...ours(), ...headers },
        body: job,
      })
      expect([response.status, (await response.json()).code]).toEqual([404, 'route_not_found'])
    }
  })

  test('with an account cannot find out that operator procedures exist', async () => {
    const headers = await signUp(url)
    const forOperators = closed.filter(({ who }) => who.includes('operator'))
    expect(forOperators.length).toBeGreaterThan(0)
    for (const procedure of forOperators) {
      const refused = await ask(url, procedure, headers)
      const unknown = await ask(url, { name: 'operator.nothing', type: procedure.type }, headers)
      expect([refused.status, unknown.status]).toEqual([404, 404])
      const problems = await Promise.all(
        [refused, unknown].map(async (answer) => (await answer.json()).error.data.problem),
      )
      const [first, second] = problems.map(({ request_id, ...problem }) => problem)
      expect(first).toEqual(second)
    }
    const own = await (await ask(url, { name: 'account.copy', type: 'mutation' }, headers)).json()
    for (const path of ['/operator', `/operator/accounts/${own.result.data.account.id}`]) {
      const page = await fetch(`${url}${path}`, { headers: { ...ours(), ...headers } })
      expect([path, page.status]).toEqual([path, 404])
    }
  })

  test('cannot change anything with a link: every change needs a POST', async () => {
    const headers = await signUp(url)
    for (const { name, type } of closed) {
      if (type !== 'mutation') continue
      const response = await ask(url, { name, type: 'query' }, headers)
      expect([name, response.status]).toEqual([name, 405])
    }
  })

  test('cannot batch calls, because each request makes one call', async () => {
    const many = Array.from({ length: 50 }, () => 'listings.convert').join(',')
    const response = await fetch(`${url}/api/trpc/${many}?batch=1`, {
      method: 'POST',
      headers: { ...ours(), 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(Array.from({ length: 50 }, (_, at) => [at, { cid: '1' }]))),
    })
    expect(response.status).toBe(400)
  })

  test.each(shortRoutes)('cannot send %s a longer body than its entrance accepts', async (path, maxBytes) => {
    const body = 'x'.repeat(1 + maxBytes)
    const response = await fetch(`${url}/api${path}`, { method: 'POST', headers: ours(), body, redirect: 'manual' })
    expect(response.status).toBeGreaterThanOrEqual(300)
    expect(response.status).toBeLessThan(500)
  })

  test('cannot gain permissions by sending undocumented fields', async () => {
    for (const body of [
      '{"cid":"1","plan":"scale"}',
      '{"cid":"1","__proto__":{"plan":"scale"}}',
      '{"cid":"1","constructor":{}}',
    ]) {
      const response = await fetch(`${url}/api/convert`, { method: 'POST', headers: ours(), body })
      expect([body, response.status, (await response.json()).code]).toEqual([body, 400, 'invalid_request'])
    }
  })

  test.each([
    '/.env',
    '/.git/HEAD',
    '/.data/secrets/key-pepper',
    '/package.json',
    '/server/main.ts',
    '/dist/pinref-server.js',
    '/_next/static/..%2f..%2fserver%2fapp-paths-manifest.json',
    '/_next/static/%2e%2e/%2e%2e/package.json',
    '/_next/image?url=%2Fpinref.png&w=64&q=75',
    '/_next/image?url=http%3A%2F%2F169.254.169.254%2F&w=64&q=75',
    '/api/__proto__',
    '/api/trpc/constructor',
    '/api/auth/admin/list-users',
    '/api/auth/list-accounts',
  ])('finds nothing at %s', async (path) => {
    const response = await fetch(url + path, { headers: ours(), redirect: 'manual' })
    expect(response.status).toBe(404)
    expect(response.headers.get('x-powered-by')).toBeNull()
    expect(await response.text()).not.toMatch(/at .*\.(js|ts):\d+|node_modules|\/server\//)
  })

  test('cannot skip a page’s headers or sign-in with Next.js’s internal headers', async () => {
    for (const headers of [
      { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
      { 'x-middleware-next': '1' },
    ] as Record<string, string>[]) {
      const response = await fetch(`${url}/keys`, { headers: { ...ours(), ...headers }, redirect: 'manual' })
      expect([headers, response.status]).toEqual([headers, 307])
      expect(response.headers.get('location')).toBe('/sign-in?next=%2Fkeys')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
    }
  })

  test('cannot redirect people elsewhere with a forged Host or forwarded header', async () => {
    const headers = {
      ...ours(),
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
      forwarded: 'host=evil.example',
    }
    for (const path of ['/keys', '/sign-in/', '/api/openapi.json', '/docs']) {
      const response = await fetch(url + path, { headers, redirect: 'manual' })
      expect(response.headers.get('location') ?? '/').toMatch(/^\/(?!\/)/)
      expect(await response.text()).not.toContain('evil.example')
    }
  })
})

test('sign-in offers only the listed endpoints, even if its library adds others', () => {
  const { api, options } = createAuth(readEnv({ AUTH_SECRET: 'a secret of at least 32 characters' }))
  const paths = Object.values(api).flatMap((endpoint) => ('path' in endpoint && endpoint.path ? [endpoint.path] : []))
  const disabled: readonly string[] = options.disabledPaths
  expect(paths.filter((path) => !disabled.includes(path)).sort()).toEqual([
    '/callback/:id',
    '/change-email',
    '/change-password',
    '/confirm-email',
    '/delete-user',
    '/delete-user/callback',
    '/get-session',
    '/list-sessions',
    '/oauth2/authorize',
    '/oauth2/consent',
    '/oauth2/register',
    '/oauth2/revoke',
    '/oauth2/token',
    '/passkey/delete-passkey',
    '/passkey/generate-authenticate-options',
    '/passkey/generate-register-options',
    '/passkey/update-passkey',
    '/passkey/verify-authentication',
    '/passkey/verify-registration',
    '/request-password-reset',
    '/reset-password',
    '/reset-password/:token',
    '/revoke-other-sessions',
    '/revoke-session',
    '/revoke-sessions',
    '/send-verification-email',
    '/sign-in/email',
    '/sign-in/social',
    '/sign-out',
    '/sign-up/email',
    '/switch-account',
    '/two-factor/disable',
    '/two-factor/enable',
    '/two-factor/generate-backup-codes',
    '/two-factor/verify-backup-code',
    '/two-factor/verify-totp',
    '/update-user',
    '/verify-email',
  ])
})
