import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import { expect, leavingFor, signIn, signUp, test, visit } from './accounts'
import { expectGoodLooks } from './looks'
import { hydrated } from './pinref'
import { test as dashboardTest } from './signed-in'

const redirect = 'http://127.0.0.1:3118/callback'

/** Opens an app's page on another site. Returns a function that calls Pinref from that page. */
async function openAgent(browser: Browser, baseURL: string | undefined) {
  const site = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<title>Agent</title>'),
  )
  await once(site.listen(0, '127.0.0.1'), 'listening')
  // This page has no address header, which the tests' own pages send in place of a proxy.
  const agent = await browser.newPage({ extraHTTPHeaders: {} })
  await agent.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`)
  site.close()
  return async (path: string, init: { headers?: Record<string, string>; body?: string } = {}) => {
    const url = new URL(path, baseURL).href
    return agent.evaluate(
      async ([url, init]) => {
        const response = await fetch(url, init)
        return {
          status: response.status,
          text: await response.text(),
          challenge: response.headers.get('www-authenticate'),
        }
      },
      [url, { method: init.body === undefined ? 'GET' : 'POST', ...init }] as const,
    )
  }
}

/** Returns the query of a request for these scopes, whose code can be exchanged with a verifier of 43 times "v". */
const requestOf = (clientId: string, scope: string) =>
  new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirect,
    response_type: 'code',
    state: 'its own',
    scope,
    code_challenge: createHash('sha256').update('v'.repeat(43)).digest('base64url'),
    code_challenge_method: 'S256',
  })

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

test('an app in a page requests a connection, and its user signs in, sees the app’s name, allows the app, and later disconnects it', async ({
  page,
  browser,
  baseURL,
}, { project }) => {
  const email = await signUp(page)
  await page.context().clearCookies()
  const call = await openAgent(browser, baseURL)
  const listTools = (token: string) =>
    call('/mcp', {
      headers: { ...json, 'mcp-protocol-version': '2025-11-25', authorization: `Bearer ${token}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
  const { status, challenge } = await listTools('none')
  expect([status, challenge]).toEqual([401, expect.stringContaining('/.well-known/oauth-protected-resource/mcp')])
  const found = await call('/.well-known/oauth-authorization-server/api/auth', {
    headers: { 'mcp-protocol-version': '2025-11-25' },
  })
  const registered = await call(new URL(JSON.parse(found.text).registration_endpoint).pathname, {
    headers: json,
    body: JSON.stringify({
      client_name: 'Trip planner',
      client_uri: 'https://trips.example/',
      redirect_uris: [redirect],
      token_endpoint_auth_method: 'none',
    }),
  })
  const { client_id } = JSON.parse(registered.text)
  const query = requestOf(client_id, 'lookups watchlists')
  await page.goto(`/api/auth/oauth2/authorize?${query}`)
  await page.waitForURL(({ pathname }) => pathname === '/sign-in')
  await signIn(page, email)
  await expect(page.getByRole('heading', { name: 'Connect Trip planner?' })).toBeVisible()
  await expect(page.getByText(`This app wants to use Pinref as ${email} in Ada.`)).toBeVisible()
  const access = page.getByRole('list', { name: 'It can' })
  await expect(access.getByRole('listitem')).toHaveText([
    'look up listings',
    'find listings by name',
    'convert CIDs',
    'create watchlists, also from your batches, and add listings to them',
    'read all your watchlists: their names, their events, and your own names and references',
  ])
  await expect(page.getByText('to a program on this computer.')).toBeVisible()
  await expect(
    page.getByText('Pinref hasn’t verified this app’s name, or that it comes from trips.example.'),
  ).toBeVisible()
  await expectGoodLooks(page, 'connect', project.name)

  await hydrated(page)
  const denied = await leavingFor(page, `${redirect}?**`, () => page.getByRole('button', { name: 'Deny' }).click())
  expect(new URL(denied).searchParams.get('error')).toBe('access_denied')
  await page.goto(`/api/auth/oauth2/authorize?${query}`)
  await hydrated(page)
  const back = await leavingFor(page, `${redirect}?**`, () => page.getByRole('button', { name: 'Allow' }).click())
  expect(new URL(back).searchParams.get('code')).toMatch(/^\w{32}$/)
  expect(new URL(back).searchParams.get('state')).toBe('its own')

  await visit(page, '/account#apps')
  const section = page.getByRole('region', { name: 'Connected apps' })
  await expect(section.getByText('Trip planner', { exact: true })).toBeVisible()
  await expect(section.getByText(/^Connected .+ · not active yet · trips.example$/)).toBeVisible()
  await expect(
    section.getByText(/^In Ada: can look up listings; .+; read all your watchlists: .+ references\.$/),
  ).toBeVisible()
  await expect(section.getByText(/start batches|read all your batches/)).toBeHidden()
  await expectGoodLooks(page, 'connected-apps', project.name)
  const answer = await call('/api/auth/oauth2/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id,
      redirect_uri: redirect,
      code_verifier: 'v'.repeat(43),
      code: new URL(back).searchParams.get('code') ?? '',
    }).toString(),
  })
  const { access_token } = JSON.parse(answer.text)
  expect((await listTools(access_token)).text).toContain('resolve_listing')
  await section.getByRole('button', { name: 'Disconnect Trip planner' }).click()
  await expect(section.getByText('Trip planner is disconnected.')).toBeFocused()
  await expect(section.getByText('No apps yet.')).toBeVisible()
  expect((await listTools(access_token)).status).toBe(401)
})

test('an expired request, or a request from an unknown app, shows instructions', async ({ page }, { project }) => {
  await page.goto(`/api/auth/oauth2/authorize?client_id=unknown&redirect_uri=${encodeURIComponent(redirect)}`)
  await expect(page.getByRole('heading', { name: 'This app can’t be connected' })).toBeVisible()
  await expect(page.getByText('remove Pinref, and add it again')).toBeVisible()
  await expectGoodLooks(page, 'connect-unknown', project.name)
})

test('too many requests show what to do', async ({ page }, { project }) => {
  await page.goto('/connect?error=busy')
  await expect(page.getByRole('heading', { name: 'Pinref can’t connect apps right now' })).toBeVisible()
  await expect(page.getByText('Wait a minute, then go back to the app and try again.')).toBeVisible()
  await expectGoodLooks(page, 'connect-busy', project.name)
})

dashboardTest(
  'someone with several accounts chooses the app’s account with the keyboard, and sees what their role allows there',
  async ({ page, account, dashboard }, { project }) => {
    for (const [id, name, role] of [
      ['a'.repeat(16), 'Globex Local', 'viewer'],
      ['b'.repeat(16), 'Initech', 'member'],
    ] as const) {
      await dashboard.redis.hset(`{${id}}:members`, account.personId, `${role} 2000000000`)
      await dashboard.redis.hset(`{${id}}:profile`, { name: JSON.stringify(name), plan: 'starter' })
      await dashboard.redis.hset(`{${account.personId}}:memberships`, id, 2_000_000_000)
    }
    const request = async (scope: string) => {
      const { client_id } = await (
        await page.request.post('/api/auth/oauth2/register', {
          headers: { origin: dashboard.url },
          data: { client_name: 'Trip planner', redirect_uris: [redirect], token_endpoint_auth_method: 'none' },
        })
      ).json()
      await page.goto(`/api/auth/oauth2/authorize?${requestOf(client_id, scope)}`)
      await hydrated(page)
    }

    await request('lookups')
    await expect(choiceOf(page)).toHaveText('Ada (owner)Initech (member)')
    await request('lookups batches')
    await expect(page.getByText(`This app wants to use Pinref as ${account.email}.`)).toBeVisible()
    const choice = choiceOf(page)
    await expect(choice.getByRole('option', { selected: true })).toHaveText('Ada (owner)')
    await expect(page.getByText('look up listings')).toBeVisible()
    await choice.focus()
    await page.keyboard.type('Glo')
    await expect(choice.getByRole('option', { selected: true })).toHaveText('Globex Local (viewer)')
    const access = page.getByRole('list', { name: 'It can' })
    await expect(access.getByRole('listitem')).toHaveText(['read all your batches and their results'])
    await expectGoodLooks(page, 'connect-choice', project.name)
    const allow = page.getByRole('button', { name: 'Allow' })
    await leavingFor(page, `${redirect}?**`, () => allow.press('Enter'))

    await visit(page, '/account#apps')
    const section = page.getByRole('region', { name: 'Connected apps' })
    await expect(section.getByText('In Globex Local: can read all your batches and their results.')).toBeVisible()

    const own = await dashboard.redis.hkeys(`{${account.personId}}:memberships`)
    for (const id of own) await dashboard.redis.hset(`{${id}}:members`, account.personId, 'viewer 1764312345')
    await request('lookups')
    await expect(page.getByText('Your role doesn’t allow anything that this app requests.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Allow' })).toBeHidden()
    const denied = await leavingFor(page, `${redirect}?**`, () => page.getByRole('button', { name: 'Deny' }).click())
    expect(new URL(denied).searchParams.get('error')).toBe('access_denied')
  },
)

const choiceOf = (page: Page) => page.getByRole('combobox', { name: 'Account' })
