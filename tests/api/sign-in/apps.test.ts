import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { handleApi } from '@/server/entrances/http/handle-api'
import { maxTokens } from '@/server/features/sign-in/adapter/app-tokens'
import { maxApps } from '@/server/features/sign-in/adapter/apps'
import { addMembership, removeMembership } from '@/server/features/sign-in/adapter/memberships'
import { maxUnusedApps } from '@/server/features/sign-in/adapter/unused-apps'
import { openAccount } from '@/server/features/sign-in/session-account'
import { leaveAccount } from '@/server/metering/access/account'
import { limits } from '@/server/metering/access/limits'
import { memberText, type Role } from '@/server/metering/access/members'
import { setSuspended } from '@/server/metering/access/profile'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { currentUsage } from '@/server/metering/usage/account-usage'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { store } from '@/server/platform/store/store'
import { withStore } from '../../access/environment'
import { newAccount } from '../../support/new-account'
import { startScriptedServer } from '../../support/scripted-server'
import { sessionAccount } from '../../support/session-account'
import { Browser, goodPassword, newEmail } from './browser'
import { emptyRoom, fillRoom, recordOf, registerFrom, sets, subnetOf } from './unused-apps-suite'

const metadataUrl = 'https://agent.example/app.json'
const redirect = 'http://127.0.0.1:3118/callback'
const metadata = {
  client_id: metadataUrl,
  client_name: 'Example agent',
  client_uri: 'https://agent.example/',
  redirect_uris: [redirect],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code'],
}
let published: object = metadata
const publisher = await startScriptedServer({
  status: 200,
  get body() {
    return published
  },
})

withStore({ CALLBACK_GATEWAY_URL: publisher.url })
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.useRealTimers()
  published = metadata
})
afterAll(() => publisher[Symbol.asyncDispose]())

const home = 'http://localhost:3000'
const verifier = 'v'.repeat(43)

async function signUp() {
  const browser = new Browser()
  const personId = (await browser.signUp(newEmail())).json?.user?.id ?? ''
  return { browser, personId, accountId: sessionAccount(browser) }
}

/** Calls an OAuth endpoint as an app does. */
async function post(path: string, body: object) {
  const isForm = path !== 'register'
  const request = new Request(`${home}/api/auth/oauth2/${path}`, {
    method: 'POST',
    headers: { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' },
    body: isForm ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body),
  })
  const response = await handleApi(request, { address: `203.0.113.${Math.floor(Math.random() * 250)}` })
  const text = await response.text()
  return { status: response.status, json: text === '' ? null : JSON.parse(text) }
}

const register = (more: object = {}) =>
  post('register', { client_name: 'Agent', redirect_uris: [redirect], token_endpoint_auth_method: 'none', ...more })

/** Gives an app access to someone's account. Returns the app's tokens. */
async function connect(browser: Browser, clientId: string, account = sessionAccount(browser)) {
  const back = await allow(browser, clientId, account)
  const code = back.searchParams.get('code') ?? ''
  const got = await post('token', {
    grant_type: 'authorization_code',
    code,
    client_id: clientId,
    redirect_uri: redirect,
    code_verifier: verifier,
  })
  expect(got).toMatchObject({ status: 200 })
  return got.json as { access_token: string; refresh_token: string }
}

/** Opens an app's request. Returns the address to which the browser is redirected. */
async function open(browser: Browser, clientId: string, more: object = {}): Promise<URL> {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirect,
    response_type: 'code',
    state: 's',
    resource: `${home}/mcp`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  })
  const opened = await browser.call(`/oauth2/authorize?${query}`)
  return new URL(opened.headers.get('location') ?? '', home)
}

/** Opens an app's request and allows it. Returns the address to which the browser is redirected. */
async function allow(browser: Browser, clientId: string, account?: string): Promise<URL> {
  const page = await open(browser, clientId)
  return page.searchParams.has('sig') ? allowOn(browser, page, account) : page
}

async function allowOn(browser: Browser, page: URL, account?: string): Promise<URL> {
  const answer = await decide(browser, page, account ?? sessionAccount(browser))
  if (answer.status !== 200) throw new Error(answer.text)
  return new URL(answer.json?.url ?? '')
}

/** Allows an app on its page for an account. */
const decide = (browser: Browser, page: URL, account: string | undefined) =>
  browser.call('/oauth2/consent', { body: { accept: true, account, oauth_query: page.search.slice(1) } })

const refresh = (clientId: string, refreshToken: string) =>
  post('token', { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId })

/** Lists the tools with an access token, or calls one. Returns the status, any problem code, and the text. */
async function enter(token: string, tool?: { name: string; arguments: object }) {
  const request = new Request(`${home}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...(tool ? { method: 'tools/call', params: tool } : listTools) }),
  })
  const response = await handleApi(request, { address: '203.0.113.9' })
  const text = await response.text()
  const challenge = response.headers.get('www-authenticate')
  return { status: response.status, code: /"code\\?":\\?"(\w+)/.exec(text)?.[1], challenge, text }
}

const listTools = { method: 'tools/list' }
const convert = { name: 'convert_cid', arguments: { cid: '0xABC' } }

/** Sets this process's clock ahead. */
function later(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 })
}

describe('an app that is identified by its metadata', () => {
  test('is fetched from its publisher and connects without registering', async () => {
    const { browser } = await signUp()
    const { access_token } = await connect(browser, metadataUrl)
    expect((await enter(access_token)).status).toBe(200)
    expect(publisher.requests[0]).toMatchObject({ method: 'GET', path: '/agent.example/app.json' })
    expect(publisher.requests[0]?.headers).not.toHaveProperty('cookie')
    expect(publisher.requests, 'fetched once for all calls').toHaveLength(1)
  })

  test.each([
    'https://agent.example:8080/app.json',
    'https://93.184.215.14/app.json',
    'https://other.example/app.json',
  ])('is rejected if its URL has a port or an IP address, or serves another app’s metadata: %s', async (clientId) => {
    const { browser } = await signUp()
    const back = await allow(browser, clientId)
    expect(back.pathname + back.search).toBe('/connect?error=unknown')
  })
})

describe('the metadata of an app that is not stored', () => {
  const otherUrl = (name: string) => `https://agent.example/${name}.json`
  const publish = (name: string, more: object = {}) => {
    published = { ...metadata, client_id: otherUrl(name), ...more }
    return otherUrl(name)
  }

  test('is fetched only once the user has signed in, and never to revoke a token', async () => {
    const clientId = publish('signed-out')
    const fetched = publisher.requests.length
    const page = await open(new Browser(), clientId)
    expect(page.pathname).toBe('/sign-in')
    const next = page.searchParams.get('next') ?? ''
    expect(next.startsWith(`/api/auth/oauth2/authorize?client_id=${encodeURIComponent(clientId)}&`)).toBe(true)
    const revoked = await post('revoke', { token: 'x', client_id: clientId })
    expect([revoked.status, revoked.json.error]).toEqual([401, 'invalid_client'])
    expect(publisher.requests).toHaveLength(fetched)
    const { browser } = await signUp()
    const opened = await browser.call(next.slice('/api/auth'.length))
    expect(new URL(opened.headers.get('location') ?? '', home).searchParams.has('sig')).toBe(true)
    expect(publisher.requests).toHaveLength(fetched + 1)
  })

  test('is stored for minutes, uses no registered app’s room, and stays once an account connects the app', async () => {
    const { redis } = await store()
    const clientId = publish('stored')
    const before = await redis.zcard(sets.ages)
    const { browser } = await signUp()
    const page = await open(browser, clientId)
    expect(await redis.ttl(recordOf(clientId))).toBeLessThanOrEqual(1_200)
    expect(await redis.zcard(sets.ages)).toBe(before)
    await allowOn(browser, page)
    expect(await redis.ttl(recordOf(clientId))).toBeGreaterThan(30 * 86_400)
  })

  test('is fetched for one account only a limited number of times, and the user then sees a page', async () => {
    const { browser } = await signUp()
    for (let index = 0; index < limits.appsFetched.max; index += 1) await open(browser, otherUrl(`many-${index}`))
    const fetched = publisher.requests.length
    const page = await open(browser, publish('one-more'))
    expect(page.pathname + page.search).toBe('/connect?error=busy')
    expect(publisher.requests).toHaveLength(fetched)
  })

  test.each([
    ['no-host', { redirect_uris: [redirect, 'https:///cb'] }],
    ['own-host', { redirect_uris: [redirect, `${home}/connect`] }],
    ['no-terms', { tos_uri: 'https:///terms.example' }],
  ])('is rejected if a registration with the same addresses would be: %s', async (name, more) => {
    const { browser } = await signUp()
    const page = await open(browser, publish(name, more))
    expect(page.pathname + page.search).toBe('/connect?error=unknown')
  })
})

describe('an app’s tokens', () => {
  test('expire within an hour, or immediately if a refresh token is reused after its successor', async () => {
    const { browser } = await signUp()
    const { client_id } = (await register()).json
    const first = await connect(browser, client_id)
    const second = (await refresh(client_id, first.refresh_token)).json
    later(60)
    const third = (await refresh(client_id, second.refresh_token)).json
    expect((await enter(third.access_token)).status).toBe(200)
    later(3_590)
    expect((await enter(second.access_token)).status).toBe(401)
    expect((await enter(third.access_token)).status).toBe(200)
    expect(await refresh(client_id, first.refresh_token)).toMatchObject({ status: 400 })
    expect((await enter(third.access_token)).status).toBe(401)
    expect(await refresh(client_id, third.refresh_token)).toMatchObject({ status: 400 })
  })

  test('give no access while the account is suspended', async () => {
    const { browser, accountId } = await signUp()
    const { client_id } = (await register()).json
    const { access_token } = await connect(browser, client_id)
    await setSuspended(accountId, { reason: 'Spam', by: 'o…@example.net' })
    expect(await enter(access_token)).toMatchObject({ status: 403, code: 'account_suspended' })
    await setSuspended(accountId, null)
    expect((await enter(access_token)).status).toBe(200)
  })

  test('are stored as hashes and deleted with the person', async () => {
    const { browser, personId } = await signUp()
    const { client_id } = (await register()).json
    const tokens = await connect(browser, client_id)
    const { redis, send } = await store()
    const everything = async () => {
      await finishWork()
      const keys = await redis.keys('*')
      const values = await Promise.all(
        keys.map(async (key) => {
          const type = await redis.type(key)
          const all = { string: ['GET'], hash: ['HGETALL'], set: ['SMEMBERS'], zset: ['ZRANGE', 0, -1] }
          const [command = 'TYPE', ...rest] = all[type as keyof typeof all] ?? []
          return `${key} ${JSON.stringify(await send([command, key, ...rest]))}`
        }),
      )
      return values
    }
    const before = (await everything()).join('\n')
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      expect(before).not.toContain(token)
    }
    const ofTokens = (all: string[]) => all.filter((line) => /app-token|:apps /.test(line) && line.includes(personId))
    expect(ofTokens(await everything()).length).toBeGreaterThan(3)
    expect((await browser.call('/delete-user', { body: { password: goodPassword } })).status).toBe(200)
    expect(ofTokens(await everything())).toEqual([])
  })

  test('are replaced by new tokens, so a person cannot fill the store', async () => {
    const { browser, personId } = await signUp()
    const { client_id } = (await register()).json
    const { redis } = await store()
    const key = `{${personId}}:app-tokens`
    const soon = Math.floor(Date.now() / 1_000) + 60
    await redis.zadd(key, { score: soon, member: 'app-token:access:0' }, ...members(maxTokens - 1, soon + 60))
    await redis.set('app-token:access:0', '{}')
    const { access_token } = await connect(browser, client_id)
    expect(await redis.zcard(key)).toBe(maxTokens)
    expect(await redis.exists('app-token:access:0')).toBe(0)
    expect((await enter(access_token)).status).toBe(200)
  })
})

const members = (count: number, score: number) =>
  Array.from({ length: count }, (_, index) => ({ score, member: `app-token:access:filler${index}` }))

test('a person has a limited number of apps, and sees an error at the limit', async () => {
  const { browser, personId } = await signUp()
  const { client_id } = (await register()).json
  const { redis } = await store()
  const others = Object.fromEntries(Array.from({ length: maxApps }, (_, index) => [`app${index}`, '{}']))
  await redis.hset(`{${personId}}:apps`, others)
  await expect(allow(browser, client_id)).rejects.toThrow('TOO_MANY_APPS')
})

describe('the account of an app', () => {
  /** Signs someone up who is also in another account. */
  async function inTwoAccounts(role: Role = 'owner') {
    const { browser, personId, accountId } = await signUp()
    const other = await newAccount()
    await join(other, personId, role)
    return { browser, personId, accountId, other }
  }

  /** Adds someone to an account, or changes their role. */
  async function join(accountId: string, personId: string, role: Role): Promise<void> {
    const { redis } = await store()
    await redis.hset(redisKeys(accountId).members, { [personId]: memberText({ role, since: 1_764_312_345 }) })
    await addMembership(personId, { accountId, since: 1_764_312_345 })
  }

  const used = async (accountId: string) => (await currentUsage(accountId)).used

  test('is chosen by its user, is the same after a refresh, and is not that of the same app’s other permission', async () => {
    const { browser, accountId, other } = await inTwoAccounts()
    const { client_id } = (await register()).json
    const own = await connect(browser, client_id)
    const others = await connect(browser, client_id, other)
    const renewed = (await refresh(client_id, others.refresh_token)).json
    for (const token of [own.access_token, others.access_token, renewed.access_token]) await enter(token, convert)
    expect([await used(accountId), await used(other)]).toEqual([1, 2])

    later(60)
    await refresh(client_id, others.refresh_token)
    const statuses = async () =>
      Promise.all([own, others, renewed].map(async ({ access_token }) => (await enter(access_token)).status))
    expect(await statuses(), 'a refresh token was used twice').toEqual([200, 401, 401])
    const again = await connect(browser, client_id, other)
    expect((await post('revoke', { token: again.refresh_token, client_id })).status).toBe(200)
    expect((await enter(again.access_token)).status).toBe(401)
    expect(await statuses()).toEqual([200, 401, 401])
    expect(await refresh(client_id, own.refresh_token)).toMatchObject({ status: 200 })
  })

  test('must be one that its user is in, whatever the page sends', async () => {
    const { browser } = await signUp()
    const foreign = await newAccount()
    const { client_id } = (await register()).json
    const page = await open(browser, client_id)
    for (const account of [foreign, undefined, '', '0'.repeat(16)]) {
      const refused = await decide(browser, page, account)
      expect([account, refused.status, refused.json?.code]).toEqual([account, 403, 'NOT_A_MEMBER'])
    }
    expect(await used(foreign)).toBe(0)
  })

  test('is asked for each time if the user has several, also for a website', async () => {
    const { browser, other } = await inTwoAccounts()
    const site = { redirect_uri: 'https://agent.example/back' }
    const { client_id } = (await register({ redirect_uris: [site.redirect_uri] })).json
    await allowOn(browser, await open(browser, client_id, site), other)
    await allowOn(browser, await open(browser, client_id, site))
    expect((await open(browser, client_id, site)).pathname).toBe('/connect')
  })

  test('decides what the app may do: for a viewer, it reads, but looks up and changes nothing', async () => {
    const { browser, personId, other } = await inTwoAccounts('member')
    const { client_id } = (await register()).json
    const { access_token } = await connect(browser, client_id, other)
    expect((await enter(access_token, convert)).text).toContain('2748')
    await join(other, personId, 'viewer')
    const called = async (name: string, input: object) => {
      const { status, code, text } = await enter(access_token, { name, arguments: input })
      return [status, code, text.includes('"isError":true')]
    }
    const refused = [200, 'role_not_allowed', true]
    expect(await called('list_watch_events', {})).toEqual([200, undefined, false])
    expect(await called('convert_cid', { cid: '0xABC' })).toEqual(refused)
    expect(await called('resolve_listings', { links: ['cid:0xABC'] })).toEqual(refused)
    expect(await called('create_batch', { lines: ['cid:0xABC'] })).toEqual(refused)
    expect(await called('create_watchlist', { name: 'Mine', listings: [{ cid: '0xABC' }] })).toEqual(refused)
    expect(await used(other)).toBe(1)
  })

  test.each(['removed from it', 'no longer on its list of members'])(
    'is closed to the app at once when its user is %s',
    async (how) => {
      const { browser, personId, other } = await inTwoAccounts('member')
      const { client_id } = (await register()).json
      const own = await connect(browser, client_id)
      const { access_token, refresh_token } = await connect(browser, client_id, other)
      const code = (await allow(browser, client_id, other)).searchParams.get('code') ?? ''
      const page = await open(browser, client_id)
      expect(await leaveAccount(other, personId)).toBe('left')
      if (how === 'removed from it') await removeMembership(personId, other, null)
      const refused = await enter(access_token, convert)
      expect([refused.status, refused.challenge]).toEqual([401, expect.stringContaining('error="invalid_token"')])
      const exchange = { code, client_id, redirect_uri: redirect, code_verifier: verifier }
      expect(await refresh(client_id, refresh_token)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
      expect((await post('token', { grant_type: 'authorization_code', ...exchange })).status).toBe(400)
      expect((await decide(browser, page, other)).json?.code).toBe('NOT_A_MEMBER')
      expect((await enter(own.access_token)).status).toBe(200)
      if (how !== 'removed from it') return
      await join(other, personId, 'member')
      expect((await enter(access_token)).status, 'a new membership').toBe(401)
    },
  )

  test('has the id of the person for permissions and tokens of an earlier build, which stored none', async () => {
    const { browser, personId } = await signUp()
    await openAccount(personId, personId, 'Earlier')
    const { client_id } = (await register()).json
    const { access_token, refresh_token } = await connect(browser, client_id, personId)
    const { redis } = await store()
    const apps = `{${personId}}:apps`
    const [app = '', ...others] = await redis.hkeys(apps)
    expect([app.includes(':'), others]).toEqual([false, []])
    const earlier = (row: unknown) => JSON.stringify({ ...(row as object), referenceId: null })
    await redis.hset(apps, { [app]: earlier(await redis.hget(apps, app)) })
    for (const key of await redis.zrange<string[]>(`{${personId}}:app-tokens`, 0, -1)) {
      await redis.set(key, earlier(await redis.get(key)))
    }
    expect((await enter(access_token, convert)).text).toContain('2748')
    const renewed = (await refresh(client_id, refresh_token)).json
    expect((await enter(renewed.access_token, convert)).text).toContain('2748')
    expect(await used(personId)).toBe(2)
    await redis.hdel(redisKeys(personId).members, personId)
    expect((await enter(renewed.access_token)).status).toBe(401)
  })

  test('is read with the token’s permission and the role, so a call takes three round trips to the store', async () => {
    const { browser, other } = await inTwoAccounts('member')
    const { client_id } = (await register()).json
    const { access_token } = await connect(browser, client_id, other)
    await finishWork()
    const { roundTrips } = await store()
    const before = roundTrips.count
    expect((await enter(access_token)).status).toBe(200)
    expect(roundTrips.count - before).toBe(3)
  })
})

test('unconnected apps are deleted within a day, and connected ones stay', async () => {
  const { browser } = await signUp()
  const { redis } = await store()
  const [unused, used] = [(await register()).json, (await register()).json]
  await connect(browser, used.client_id)
  expect(await redis.ttl(recordOf(unused.client_id))).toBeLessThanOrEqual(86_400)
  expect(await redis.ttl(recordOf(used.client_id))).toBeGreaterThan(30 * 86_400)
})

describe('when there is no room for another unconnected app', () => {
  beforeEach(emptyRoom)

  test('a new one is accepted, and can be connected even after 5,100 more registrations from 85 other networks', async () => {
    const { browser } = await signUp()
    const { redis } = await store()
    await fillRoom(subnetOf)
    const registered = await register()
    expect(registered.status).toBe(201)
    expect(await redis.zcard(sets.ages)).toBe(maxUnusedApps)
    const page = await open(browser, registered.json.client_id)
    later(60)
    const ids = Array.from({ length: maxUnusedApps + 100 }, (_, index) => `new-${index}`)
    for (let start = 0; start < ids.length; start += 250) {
      await Promise.all(ids.slice(start, start + 250).map((id, index) => registerFrom(subnetOf(start + index), id)))
    }
    expect(await redis.zcard(sets.ages)).toBe(maxUnusedApps)
    const counted = (await redis.zrange(sets.ages, 0, -1)).join(' ')
    const stored = await Promise.all(ids.map((id) => redis.exists(recordOf(id))))
    expect(stored).toEqual(ids.map((id) => (counted.includes(recordOf(id).slice('app:'.length)) ? 1 : 0)))
    expect((await allowOn(browser, page)).searchParams.get('code')).toMatch(/^\w{32}$/)
    const { access_token } = await connect(browser, registered.json.client_id)
    expect((await enter(access_token)).status).toBe(200)
  })

  test('one that an account has connected is not deleted when it is replaced', async () => {
    const { browser } = await signUp()
    const { redis } = await store()
    later(-10_000)
    const { client_id } = (await register()).json
    await connect(browser, client_id)
    vi.useRealTimers()
    await fillRoom((index) => `network-${index}`, 1)
    await registerFrom('203.0.113.1', 'new')
    expect(await redis.zcard(sets.ages)).toBe(maxUnusedApps)
    expect((await redis.zrange(sets.ages, 0, -1)).join(' ')).not.toContain(recordOf(client_id).slice('app:'.length))
    expect(await redis.exists(recordOf(client_id))).toBe(1)
  })
})

test('an app on the user’s computer is asked about each time, whatever port or prompt it sends, and a website only once', async () => {
  const { browser } = await signUp()
  const program = (await register()).json.client_id
  await connect(browser, program)
  for (const more of [
    {},
    { redirect_uri: redirect.replace('3118', '3119') },
    { prompt: 'none' },
    { prompt: 'login' },
  ]) {
    const page = await open(browser, program, more)
    expect([more, page.pathname, page.searchParams.has('code')]).toEqual([more, '/connect', false])
  }
  const site = { redirect_uri: 'https://agent.example/back' }
  const { client_id } = (await register({ redirect_uris: [site.redirect_uri] })).json
  await allowOn(browser, await open(browser, client_id, site))
  expect((await open(browser, client_id, site)).searchParams.get('code')).toMatch(/^\w{32}$/)
})

test('a request in a form is rejected, because only the query is checked', async () => {
  const { browser } = await signUp()
  const { client_id } = (await register()).json
  await connect(browser, client_id)
  const body = new URLSearchParams({
    client_id,
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'lookups',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await browser.call('/oauth2/authorize', { body, headers })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/connect?error=unknown'])
})

test('an app that registers with a secret must send it', async () => {
  const { browser } = await signUp()
  const { client_id, client_secret } = (await register({ token_endpoint_auth_method: 'client_secret_post' })).json
  const code = (await allow(browser, client_id)).searchParams.get('code') ?? ''
  const body = { grant_type: 'authorization_code', code, client_id, redirect_uri: redirect, code_verifier: verifier }
  const wrong = await post('token', { ...body, client_secret: 'x'.repeat(32) })
  expect(wrong.json.error).toBe('invalid_client')
  const again = (await allow(browser, client_id)).searchParams.get('code') ?? ''
  expect((await post('token', { ...body, code: again, client_secret })).status).toBe(200)
})
