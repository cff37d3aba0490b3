import { expect, fillIn, newEmail, password, signIn, signUp, signUpByForm, test, visit } from './accounts'
import { expectGoodLooks } from './looks'
import { openSection } from './pinref'

const signInHeading = { name: 'Sign in', level: 1 }

test(
  'a user signs up, signs out, and signs in again with the email in uppercase',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    const email = await signUpByForm(page)
    await visit(page, '/account')
    await expect(page.getByText(email, { exact: true })).toBeVisible()
    const devices = await openSection(page, 'Devices')
    await devices.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/')

    await visit(page, '/sign-in')
    await expectGoodLooks(page, 'sign-in', project.name)
    await signIn(page, email.toUpperCase())
    await page.waitForURL((url) => url.pathname === '/')
  },
)

test('after signing in, a user returns to the page that required it', async ({ page }) => {
  const email = await signUp(page)
  await page.context().clearCookies()
  await page.goto('/account')
  await page.waitForURL('**/sign-in?next=%2Faccount')
  await visit(page, page.url())
  await signIn(page, email)
  await page.waitForURL('**/account')
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
})

for (const next of [
  'https://elsewhere.example/',
  '//elsewhere.example/',
  '/\\elsewhere.example/',
  '/\t/elsewhere.example/',
  '/.//elsewhere.example/',
  'javascript:alert(1)',
]) {
  test(`next=${JSON.stringify(next)} does not send a signed-in user to another site`, async ({ page, baseURL }) => {
    await signUp(page)
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
    await expect(page).toHaveURL(`${baseURL}/`)
  })
}

test('a wrong password is reported at its field, and the form keeps its input', async ({ page }, { project }) => {
  const email = await signUp(page)
  await page.context().clearCookies()
  await visit(page, '/sign-in')
  await signIn(page, email, 'not this one')
  const field = page.getByLabel('Password', { exact: true })
  await expect(field).toHaveAccessibleDescription('Incorrect email or password.')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('not this one')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expectGoodLooks(page, 'sign-in-wrong-password', project.name)

  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(field).toHaveAttribute('type', 'text')
})

test('after too many attempts, the sign-in form shows how long to wait', async ({ page }) => {
  const email = newEmail()
  await visit(page, '/sign-in')
  const button = page.getByRole('button', { name: 'Sign in', exact: true })
  await fillIn(page, email, 'not this one')
  const { origin } = new URL(page.url())
  const attempt = () =>
    page.request.post('/api/auth/sign-in/email', { headers: { origin }, data: { email, password: 'not this one' } })
  // Ten attempts a minute are allowed, and a new minute may begin during the test.
  await expect(async () => {
    while ((await attempt()).status() !== 429);
    await button.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Too many attempts' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  // If a new minute has begun, the account's own 15-minute limit applies.
  await expect(page.getByText(/^Too many attempts\. Try again in (one|\d+) (second|minute)s?\.$/)).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
})

test('the sign-in form reports a missing connection and works once the connection is back', async ({
  page,
  context,
}) => {
  const email = await signUp(page)
  await context.clearCookies()
  await visit(page, '/sign-in')
  await context.setOffline(true)
  await signIn(page, email)
  await expect(page.getByRole('alert').filter({ hasText: 'No response' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
})

test('the sign-in form says when accounts are unavailable, and keeps its input', async ({ page }, { project }) => {
  const detail = 'Accounts are unavailable right now. Try again in a moment.'
  const problem = { code: 'store_unavailable', status: 500, title: 'The store is unavailable', detail }
  await page.route('**/api/auth/sign-in/email', (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', json: problem }),
  )
  await visit(page, '/sign-in')
  await signIn(page, 'ada@example.com')
  await expect(page.getByRole('alert').filter({ hasText: detail })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
  await expectGoodLooks(page, 'sign-in-store-down', project.name)
})

test('a browser that was signed out from another browser is asked to sign in again', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await signUp(page)
  const elsewhere = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '10.255.0.1' } })
  const other = await elsewhere.newPage()
  await visit(other, `${baseURL}/sign-in`)
  await signIn(other, email)
  await other.waitForURL((url) => url.pathname === '/')

  await visit(page, '/account')
  await openSection(page, 'Devices')
  await page.getByRole('button', { name: 'Sign out all other browsers' }).click()
  await expect(page.getByText('All other browsers are signed out.')).toBeVisible()
  await other.goto(`${baseURL}/account`)
  await expect(other.getByText('Your session has expired. Sign in again to continue.')).toBeVisible()
  await elsewhere.close()
})

test('the sign-in form works with the keyboard', async ({ page }) => {
  const email = await signUp(page)
  await page.context().clearCookies()
  await visit(page, '/sign-in')
  await page.getByLabel('Email', { exact: true }).focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByRole('heading', signInHeading)).toHaveCount(0)
})
