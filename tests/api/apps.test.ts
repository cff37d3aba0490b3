import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { tools } from '@/server/entrances/mcp/tools'
import { appLines, appRedirect, decide, finish, OAuthApp } from '../support/oauth-app'
import { Person } from '../support/person'
import { sessionAccount } from '../support/session-account'
import { hosts, newVisitor } from './call'

const origin = 'https://pinref.example'
const allScopes = 'lookups batches watchlists'

/** Signs someone up at a server, using its public name. */
async function signUp(url: string): Promise<Person> {
  const person = new Person(url, `apps.${newVisitor()}@example.com`)
  person.origin = origin
  expect((await person.signUp()).json).toMatchObject({ user: { email: person.email } })
  return person
}

/** Makes calls until one is not accepted. Returns the response to it. */
async function firstRefusal(most: number, call: () => Promise<Response>): Promise<Response> {
  for (let left = most; left > 0; left -= 1) {
    const response = await call()
    if (response.status !== 201) return response
  }
  throw new Error(`all of ${most} calls were accepted`)
}

/** Returns someone's apps, as they appear in the copy of the account's data. */
const appsOf = async (person: Person) => (await person.procedure('account.copy')).person.apps

describe.each(hosts)('apps, on the $host', ({ url }) => {
  const post = (path: string, body: Record<string, string> | string, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        'x-forwarded-for': newVisitor(),
        accept: 'application/json, text/event-stream',
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: typeof body === 'string' ? body : new URLSearchParams(body),
    })
  const listTools = (token?: string) =>
    post('/mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }), {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    })
  const register = (metadata: object) => post('/api/auth/oauth2/register', JSON.stringify(metadata))
  const tokenOf = ({ saved }: OAuthApp) => saved.tokens?.access_token ?? ''
  const refresh = ({ saved }: OAuthApp, token = saved.tokens?.refresh_token ?? '') =>
    post('/api/auth/oauth2/token', {
      grant_type: 'refresh_token',
      refresh_token: token,
      client_id: (saved.client as { client_id: string }).client_id,
    })

  /** Registers an app and connects it with these scopes. Returns its id and the token response. */
  async function connectWith(person: Person, scope: string, known?: string) {
    const back = 'https://agent.example/back'
    const app = { redirect_uris: [back], token_endpoint_auth_method: 'none' }
    const clientId: string = known ?? (await (await register(app)).json()).client_id
    const request = new URL('/api/auth/oauth2/authorize', origin)
    request.search = new URLSearchParams({
      client_id: clientId,
      redirect_uri: back,
      response_type: 'code',
      scope,
      code_challenge: createHash('sha256').update('v'.repeat(43)).digest('base64url'),
      code_challenge_method: 'S256',
    }).toString()
    const opened = await person.call(request.pathname.replace(/^\/api/, '') + request.search)
    const asked = new URL(opened.headers.get('location') ?? '', origin).pathname === '/connect'
    const { searchParams } = await decide(person, request, true)
    const tokens = await post('/api/auth/oauth2/token', {
      grant_type: 'authorization_code',
      code: searchParams.get('code') ?? '',
      client_id: clientId,
      redirect_uri: back,
      code_verifier: 'v'.repeat(43),
    })
    const { access_token: token, scope: granted } = await tokens.json()
    return { clientId, asked, token, granted, error: searchParams.get('error') }
  }

  const callTools = (token: string, ...names: string[]) =>
    post(
      '/mcp',
      JSON.stringify(
        names.map((name, id) => ({
          jsonrpc: '2.0',
          id,
          method: 'tools/call',
          params: { name, arguments: name === 'convert_cid' ? { cid: '0xABC' } : {} },
        })),
      ),
      { authorization: `Bearer ${token}` },
    )

  /** Returns the names of the tools that a token lists. */
  async function toolsOf(token: string): Promise<string[]> {
    const text = await (await listTools(token)).text()
    return [...text.matchAll(/"name":"(\w+)","title"/g)].map(([, name = '']) => name)
  }

  test.each([
    ['lookups', ['resolve_listing', 'resolve_listings', 'search_listings', 'convert_cid']],
    ['batches', ['create_batch', 'get_batch']],
    ['watchlists', ['create_watchlist', 'list_watch_events']],
    [
      'lookups watchlists',
      [
        ...['resolve_listing', 'resolve_listings', 'search_listings', 'convert_cid'],
        ...['create_watchlist', 'list_watch_events'],
      ],
    ],
  ])('see only the tools of their scopes: %s', async (scope, names) => {
    const person = await signUp(url)
    const { token, granted } = await connectWith(person, scope)
    expect(granted).toBe(`${scope} offline_access`)
    expect(await toolsOf(token)).toEqual(names)
    expect((await appsOf(person))[0].scopes).toEqual(scope.split(' '))
  })

  test('get 403 with the scopes to request if they call another tool, and no call of that request is made', async () => {
    const person = await signUp(url)
    const { token } = await connectWith(person, 'watchlists')
    const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`
    for (const [names, scope] of [
      [['convert_cid'], 'lookups watchlists'],
      [['list_watch_events', 'convert_cid'], 'lookups watchlists'],
      [['get_batch', 'resolve_listing'], allScopes],
    ] as const) {
      const refused = await callTools(token, ...names)
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        403,
        `Bearer error="insufficient_scope", scope="${scope}", resource_metadata="${metadata}"`,
      ])
      expect((await refused.json()).code).toBe('operation_not_allowed')
    }
    const { account } = await person.query('status')
    expect(account.used).toBe(0)
    expect((await callTools(token, 'list_watch_events')).status).toBe(200)
    // An unknown tool needs no scope, and the library reports it.
    expect((await callTools(token, 'no_such_tool')).status).toBe(200)
  })

  test('need permission again for another scope, keep the scopes that they had, and cannot request unknown ones', async () => {
    const person = await signUp(url)
    const first = await connectWith(person, 'lookups')
    expect(first.asked).toBe(true)
    expect((await connectWith(person, 'lookups', first.clientId)).asked).toBe(false)
    const second = await connectWith(person, 'watchlists', first.clientId)
    expect(second.asked).toBe(true)
    expect((await connectWith(person, 'lookups watchlists', first.clientId)).asked).toBe(false)
    expect((await callTools(first.token, 'convert_cid')).status).toBe(200)
    expect((await appsOf(person)).map(({ scopes }: { scopes: string[] }) => scopes)).toEqual([
      ['lookups', 'watchlists'],
    ])
    for (const scope of ['listings', 'lookups keys']) {
      expect(await connectWith(person, scope)).toMatchObject({ error: 'invalid_scope' })
    }
    const { status } = await register({ redirect_uris: ['https://agent.example/'], scope: 'lookups keys' })
    expect(status).toBe(400)
  })

  test('that use an API key have the tools of all scopes', async () => {
    const { key } = await (await signUp(url)).procedure('keys.create', { name: 'Key' })
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const text = await (await post('/api/mcp', message, { 'x-api-key': key })).text()
    expect(Object.keys(tools).filter((name) => !text.includes(`"name":"${name}"`))).toEqual([])
  })

  describe.each(appLines)('with the official library (%s)', (line) => {
    test('connect, use the plan of the person who allowed them, and lose access when that person disconnects them', async () => {
      const person = await signUp(url)
      const app = new OAuthApp(line, url, origin)
      const client = await app.connect(person)
      expect((await client.listTools()).tools.length).toBeGreaterThan(3)
      const { structuredContent } = await client.callTool({ name: 'convert_cid', arguments: { cid: '0xABC' } })
      expect(structuredContent).toMatchObject({ cid_decimal: '2748' })
      const { account } = await person.query('status')
      expect(account.used).toBe(1)

      const [connected, ...others] = await appsOf(person)
      expect(others).toEqual([])
      const place = { id: sessionAccount(person), name: 'Ada', role: 'owner' }
      expect(connected).toMatchObject({ name: 'Test agent', account: place, lastActive: expect.any(String) })
      expect(connected.scopes.join(' ')).toBe(allScopes)
      await person.procedure('apps.disconnect', { id: connected.id })
      expect(await appsOf(person)).toEqual([])
      expect((await listTools(tokenOf(app))).status).toBe(401)
      expect((await refresh(app)).status).toBe(400)
      const { events } = await person.query('account.activity', { count: 100 })
      const ofApps = events.filter(({ kind }: { kind: string }) => kind.startsWith('app-'))
      expect(ofApps.map(({ kind, name }: { kind: string; name?: string }) => [kind, name])).toEqual([
        ['app-disconnected', 'Test agent'],
        ['app-connected', 'Test agent'],
      ])
    })
  })

  test('can start and read batches, which need an account', async () => {
    const person = await signUp(url)
    const client = await new OAuthApp('client 2', url, origin).connect(person)
    const lines = ['ChIJ3S-JXmauEmsRUcIaWtf4MzE', 'cid:0xABC']
    const started = await client.callTool({ name: 'create_batch', arguments: { lines, details: 'none' } })
    const { id } = started.structuredContent as { id: string }
    const state = async () => {
      const { structuredContent } = await client.callTool({ name: 'get_batch', arguments: { id } })
      return (structuredContent as { batch: { state: string } }).batch.state
    }
    await expect.poll(state, { timeout: 20_000 }).toBe('finished')
  })

  test('return without a token if the person denies them', async () => {
    const person = await signUp(url)
    const app = new OAuthApp('client 2', url, origin)
    await app.begin()
    const back = await decide(person, app.requestUrl as URL, false)
    expect(back.href.startsWith(appRedirect)).toBe(true)
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'a state' })
    expect(await appsOf(person)).toEqual([])
  })

  test('cannot be allowed by someone who is not signed in, or by a request that was changed', async () => {
    const person = await signUp(url)
    const app = new OAuthApp('client 2', url, origin)
    await app.begin()
    const request = app.requestUrl as URL
    const stranger = new Person(url, 'nobody@example.com')
    stranger.origin = origin
    await expect(decide(stranger, request, true)).rejects.toThrow('401')
    const opened = await person.call(request.pathname.replace(/^\/api/, '') + request.search)
    const query = (opened.headers.get('location') ?? '').replace(/^[^?]*\?/, '').replace('3118', '3119')
    const account = sessionAccount(person)
    const changed = await person.call('/auth/oauth2/consent', { accept: true, account, oauth_query: query })
    expect(changed.status).toBe(400)
    person.origin = 'https://evil.example'
    await expect(decide(person, request, true)).rejects.toThrow('403')
  })

  test('get a new token pair for a refresh token only once, and lose all tokens if a code is used twice', async () => {
    const person = await signUp(url)
    const app = new OAuthApp('client 2', url, origin)
    const transport = await app.begin()
    const back = await decide(person, app.requestUrl as URL, true)
    const code = back.searchParams.get('code') ?? ''
    await finish(transport, back)
    const first = tokenOf(app)
    const renewed = await (await refresh(app)).json()
    expect(renewed).toMatchObject({ token_type: 'Bearer', expires_in: 3_600, scope: `${allScopes} offline_access` })
    expect(renewed.refresh_token).not.toBe(app.saved.tokens?.refresh_token)
    // A client retries after a dropped connection, and gets the same pair.
    expect((await (await refresh(app)).json()).refresh_token).toBe(renewed.refresh_token)
    expect((await listTools(renewed.access_token)).status).toBe(200)

    const { client_id } = app.saved.client as { client_id: string }
    const again = await post('/api/auth/oauth2/token', {
      grant_type: 'authorization_code',
      code,
      client_id,
      redirect_uri: appRedirect,
      code_verifier: 'x'.repeat(43),
    })
    expect([again.status, (await again.json()).error]).toEqual([400, 'invalid_grant'])
    for (const token of [first, renewed.access_token]) expect((await listTools(token)).status).toBe(401)
    expect((await refresh(app, renewed.refresh_token)).status).toBe(400)
  })

  test('revoke their tokens when they are removed', async () => {
    const person = await signUp(url)
    const app = new OAuthApp('client 2', url, origin)
    await app.connect(person)
    const { client_id } = app.saved.client as { client_id: string }
    const token = app.saved.tokens?.refresh_token ?? ''
    expect((await post('/api/auth/oauth2/revoke', { token, client_id })).status).toBe(200)
    expect((await listTools(tokenOf(app))).status).toBe(401)
    expect((await refresh(app)).status).toBe(400)
  })

  test('lose their tokens when the account is deleted', async () => {
    const person = await signUp(url)
    const app = new OAuthApp('client 2', url, origin)
    await app.connect(person)
    expect((await listTools(tokenOf(app))).status).toBe(200)
    expect((await person.call('/auth/delete-user', { password: person.password })).status).toBe(200)
    expect((await listTools(tokenOf(app))).status).toBe(401)
    expect((await refresh(app)).status).toBe(400)
  })

  test('get the address for new tokens if their token is missing or invalid', async () => {
    const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`
    const none = await listTools()
    expect(none.status).toBe(401)
    expect(none.headers.get('www-authenticate')).toBe(`Bearer scope="${allScopes}", resource_metadata="${metadata}"`)
    expect((await none.json()).code).toBe('not_signed_in')
    for (const token of ['pr_live_cut', 'a'.repeat(65), 'x'.repeat(5_000)]) {
      const refused = await listTools(token)
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        `Bearer error="invalid_token", scope="${allScopes}", resource_metadata="${metadata}"`,
      ])
    }
    expect((await fetch(`${url}/mcp`)).status).toBe(401)
  })

  test('find metadata only for /mcp: otherwise, agents would ignore their API key', async () => {
    const read = (path: string, init?: RequestInit) => fetch(`${url}${path}`, init)
    const resource = await read('/.well-known/oauth-protected-resource/mcp')
    expect(resource.headers.get('access-control-allow-origin')).toBe('*')
    expect(await resource.json()).toMatchObject({
      resource: `${origin}/mcp`,
      authorization_servers: [`${origin}/api/auth`],
      scopes_supported: allScopes.split(' '),
    })
    const server = await (await read('/.well-known/oauth-authorization-server/api/auth')).json()
    expect(server).toMatchObject({
      issuer: `${origin}/api/auth`,
      registration_endpoint: `${origin}/api/auth/oauth2/register`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      scopes_supported: [...allScopes.split(' '), 'offline_access'],
    })
    expect(Object.keys(server).filter((name) => /introspection|userinfo|jwks|backchannel/.test(name))).toEqual([])
    for (const path of [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/api/mcp',
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration',
      '/register',
    ]) {
      for (const method of ['GET', 'POST']) {
        const answer = await read(path, { method })
        expect([path, answer.status]).toEqual([path, 404])
        expect((await answer.json()).code).toBe('route_not_found')
      }
    }
    for (const path of ['introspect', 'userinfo', 'create-client', 'get-clients', 'end-session', 'public-client']) {
      expect((await read(`/api/auth/oauth2/${path}`)).status).toBe(404)
    }
  })

  test('may redirect people only over HTTPS or to their own computer, and may register only limited data', async () => {
    const app = (...redirect_uris: string[]) => ({ client_name: 'x', redirect_uris })
    for (const fine of ['https://agent.example/back', 'http://localhost:1/back', 'http://[::1]:1/back']) {
      expect((await register(app(fine))).status).toBe(201)
    }
    for (const wrong of [
      ...['http://agent.example/back', 'http://localhost.agent.example/', 'javascript:alert(1)', 'com.agent:/back'],
      ...['https://agent.example/#part', 'https://user@agent.example/', 'https://localhost/back'],
    ]) {
      const refused = await register(app(wrong))
      expect([wrong, refused.status]).toEqual([wrong, 400])
    }
    const ofServer = [origin, `${origin}.:8443`, 'https://PINREF.example', url]
    for (const wrong of ['https:///cb', 'https:cb', ...ofServer.map((own) => `${own}/cb`)]) {
      const refused = await register(app('https://agent.example/', wrong))
      expect([wrong, refused.status, (await refused.json()).error]).toEqual([wrong, 400, 'invalid_redirect_uri'])
    }
    for (const name of ['client_uri', 'logo_uri', 'tos_uri', 'policy_uri']) {
      for (const wrong of ['javascript:alert(1)', 'data:text/html,x', 'https:///x', 'ftp://agent.example/', 7]) {
        const refused = await register({ ...app('https://agent.example/'), [name]: wrong })
        const { error } = await refused.json()
        expect([name, wrong, refused.status, error]).toEqual([name, wrong, 400, 'invalid_client_metadata'])
      }
      expect((await register({ ...app('https://agent.example/'), [name]: 'https://agent.example/' })).status).toBe(201)
    }
    const many = Array.from({ length: 11 }, (_, index) => `https://agent.example/${index}`)
    expect((await register(app(...many))).status).toBe(400)
    expect((await register({ ...app('https://agent.example/'), contacts: ['x'.repeat(4_096)] })).status).toBe(400)
    const other = { ...app('https://agent.example/'), grant_types: ['client_credentials'] }
    expect((await register(other)).status).toBe(400)
  })

  test('are reported on a page if they are unknown or identified by a private address', async () => {
    const person = await signUp(url)
    for (const id of ['unknown', 'https://127.0.0.1/app.json', 'https://localhost/app.json', 'https://[::1]/app']) {
      const query = new URLSearchParams({ client_id: id, redirect_uri: appRedirect, response_type: 'code' })
      const opened = await person.call(`/auth/oauth2/authorize?${query}`)
      expect([id, opened.status]).toEqual([id, 302])
      expect(opened.headers.get('location')).toBe('/connect?error=unknown')
    }
  })

  test('may be pages on other sites, but get no response from paths that use cookies', async () => {
    const elsewhere = { origin: 'https://agent.example' }
    const request = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'mcp-protocol-version',
    }
    const preflight = (path: string) =>
      fetch(`${url}${path}`, { method: 'OPTIONS', headers: { ...elsewhere, ...request } })
    for (const path of [
      ...['/mcp', '/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-authorization-server/api/auth'],
      ...['/api/auth/oauth2/register', '/api/auth/oauth2/token', '/api/auth/oauth2/revoke'],
    ]) {
      const { status, headers } = await preflight(path)
      expect([path, status, headers.get('access-control-allow-origin')]).toEqual([path, 204, '*'])
      expect(headers.get('access-control-allow-credentials')).toBeNull()
      const allowed = headers.get('access-control-allow-headers')?.split(', ')
      expect(allowed).toEqual(expect.arrayContaining(['Authorization', 'Content-Type', 'MCP-Protocol-Version']))
    }
    const refused = await post('/mcp', '{}', elsewhere)
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
    expect(refused.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
    const wrong = await post('/api/auth/oauth2/token', { grant_type: 'refresh_token', refresh_token: 'x' }, elsewhere)
    expect([wrong.status, wrong.headers.get('access-control-allow-origin')]).toEqual([400, '*'])
    for (const path of ['oauth2/authorize', 'oauth2/consent', 'get-session', 'sign-in/email']) {
      const { headers } = await preflight(`/api/auth/${path}`)
      expect([path, headers.get('access-control-allow-origin')]).toEqual([path, null])
    }
  })

  test('have a registration limit for each website and network, so that one website leaves room for others', async () => {
    const body = JSON.stringify({ redirect_uris: ['https://agent.example/'] })
    const from = (network: string, site?: string) =>
      post('/api/auth/oauth2/register', body, { 'x-forwarded-for': network, ...(site && { origin: site }) })
    const network = newVisitor()
    // Registers twice as many as the limit, because a new hour may begin during the test.
    const refused = await firstRefusal(40, () => from(network, 'https://agent.example'))
    expect([refused.status, (await refused.json()).error]).toEqual([429, 'temporarily_unavailable'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await from(network, 'https://other.example')).status).toBe(201)
    expect((await from(network)).status).toBe(201)
    expect((await from(newVisitor(), 'https://agent.example')).status).toBe(201)
  })

  test('cannot use up the registrations of other websites with made-up Origins from two addresses', async () => {
    const body = JSON.stringify({ redirect_uris: ['https://agent.example/'] })
    for (const network of [newVisitor(), newVisitor()]) {
      let index = 0
      const refused = await firstRefusal(121, () => {
        index += 1
        const headers = { 'x-forwarded-for': network, origin: `https://made-up-${index}.example` }
        return post('/api/auth/oauth2/register', body, headers)
      })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const agent = await post('/api/auth/oauth2/register', body, { origin: 'https://agent.example' })
    expect(agent.status).toBe(201)
  })

  test('get a page instead of an error if there are too many requests in their user’s browser', async () => {
    const person = await signUp(url)
    const open = () => person.call('/auth/oauth2/authorize?client_id=unknown')
    const locations = new Set<string | null>()
    for (let left = 62; left > 0 && locations.size < 2; left -= 1) {
      const { status, headers } = await open()
      expect(status).toBe(302)
      locations.add(headers.get('location'))
    }
    expect([...locations]).toEqual(['/connect?error=unknown', '/connect?error=busy'])
  })

  test('may register only a limited number of times from one address', async () => {
    const headers = { 'x-forwarded-for': newVisitor() }
    const body = JSON.stringify({ redirect_uris: ['https://agent.example/'] })
    const statuses: number[] = []
    for (let index = 0; index < 61; index += 1) {
      statuses.push((await post('/api/auth/oauth2/register', body, headers)).status)
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(60)
    expect(statuses.at(-1)).toBe(429)
  })
})
