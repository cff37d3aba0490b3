import { createHash } from 'node:crypto'
import { expect, leavingFor, signIn, signUp, test, visit } from './accounts'
import { expectGoodLooks } from './looks'

const redirect = 'http://127.0.0.1:3118/callback'

test('an app asks to be connected; its user signs in, reads who asks, allows it, and later disconnects it', async ({
  page,
}, { project }) => {
  const email = await signUp(page)
  await page.context().clearCookies()
  const registered = await page.request.post('/api/auth/oauth2/register', {
    data: {
      ...{ client_name: 'Trip planner', client_uri: 'https://trips.example/', redirect_uris: [redirect] },
      token_endpoint_auth_method: 'none',
    },
  })
  const { client_id } = await registered.json()
  const query = new URLSearchParams({
    ...{ client_id, redirect_uri: redirect, response_type: 'code', state: 'its own', scope: 'listings' },
    code_challenge: createHash('sha256').update('v'.repeat(43)).digest('base64url'),
    code_challenge_method: 'S256',
  })
  await page.goto(`/api/auth/oauth2/authorize?${query}`)
  await page.waitForURL(({ pathname }) => pathname === '/sign-in')
  await signIn(page, email)
  await expect(page.getByRole('heading', { name: 'Connect Trip planner?' })).toBeVisible()
  await expect(page.getByText(`It wants to use Pinref as ${email}.`)).toBeVisible()
  await expect(page.getByText('to a program on this computer.')).toBeVisible()
  await expect(page.getByText('Nobody has checked this app’s name, or that it comes from trips.example.')).toBeVisible()
  await expectGoodLooks(page, 'connect', project.name)

  const denied = await leavingFor(page, `${redirect}?**`, () => page.getByRole('button', { name: 'Deny' }).click())
  expect(new URL(denied).searchParams.get('error')).toBe('access_denied')
  await page.goto(`/api/auth/oauth2/authorize?${query}`)
  const back = await leavingFor(page, `${redirect}?**`, () => page.getByRole('button', { name: 'Allow' }).click())
  expect(new URL(back).searchParams.get('code')).toMatch(/^\w{32}$/)
  expect(new URL(back).searchParams.get('state')).toBe('its own')

  await visit(page, '/account#apps')
  const section = page.getByRole('region', { name: 'Connected apps' })
  await expect(section.getByText('Trip planner', { exact: true })).toBeVisible()
  await expect(section.getByText(/^Connected .+ · not active yet · trips.example$/)).toBeVisible()
  await expectGoodLooks(page, 'connected-apps', project.name)
  await section.getByRole('button', { name: 'Disconnect Trip planner' }).click()
  await expect(section.getByText('Trip planner is disconnected.')).toBeFocused()
  await expect(section.getByText('No apps yet.')).toBeVisible()
})

test('a request that has expired, or of an app that is not known, says what to do', async ({ page }, { project }) => {
  await page.goto(`/api/auth/oauth2/authorize?client_id=unknown&redirect_uri=${encodeURIComponent(redirect)}`)
  await expect(page.getByRole('heading', { name: 'This app can’t be connected' })).toBeVisible()
  await expect(page.getByText('remove Pinref from it, and add it again')).toBeVisible()
  await expectGoodLooks(page, 'connect-unknown', project.name)
})
