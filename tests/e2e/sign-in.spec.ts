import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MailServer, startMailServer } from '../servers/mail-server'
import { removeFolder } from '../servers/remove-folder'
import { startApp } from '../servers/start-app'
import { test as base, expect, fillIn, leavingFor, linkIn, newEmail, password, signIn, signUp, visit } from './accounts'
import { expectGoodLooks } from './looks'

/** A server as the public sees it: it sends mail, and GitHub is another way in. */
const test = base.extend<object, { full: { url: string; mails: MailServer } }>({
  full: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
    async ({}, use) => {
      const mails = await startMailServer()
      const dataDir = mkdtempSync(join(tmpdir(), 'pinref-full-'))
      const app = await startApp('node', {
        DATA_DIR: dataDir,
        TRUSTED_PROXIES: '1',
        SMTP_URL: mails.url,
        GITHUB_CLIENT_ID: 'of-the-tests',
        GITHUB_CLIENT_SECRET: 'of-the-tests',
      })
      await use({ url: app.url, mails })
      await app.stop()
      await mails.stop()
      removeFolder(dataDir)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

const signInHeading = { name: 'Sign in', level: 1 }

test('signs up, out and in again', async ({ page }, { project }) => {
  const email = await signUp(page)
  await visit(page, '/account')
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')

  await visit(page, '/sign-in')
  await expectGoodLooks(page, 'sign-in', project.name)
  await signIn(page, email.toUpperCase())
  await page.waitForURL('**/keys')
})

test('comes back to the page that asked for a sign-in', async ({ page }) => {
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
  test(`is not sent elsewhere by next=${JSON.stringify(next)}`, async ({ page, baseURL }) => {
    await signUp(page)
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
    await expect(page).toHaveURL(`${baseURL}/keys`)
  })
}

test('a wrong password is told at its field, and nothing typed is lost', async ({ page }, { project }) => {
  const email = await signUp(page)
  await page.context().clearCookies()
  await visit(page, '/sign-in')
  await signIn(page, email, 'not this one')
  const field = page.getByLabel('Password', { exact: true })
  await expect(field).toHaveAccessibleDescription('E-mail and password do not go together. Check both.')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('not this one')
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(email)
  await expectGoodLooks(page, 'sign-in-wrong-password', project.name)

  await page.getByRole('button', { name: 'Show the password' }).click()
  await expect(field).toHaveAttribute('type', 'text')
})

test('a sign-up says what is wrong before it is sent, and that an e-mail is taken after', async ({ page }, {
  project,
}) => {
  const email = await signUp(page)
  await page.context().clearCookies()
  await visit(page, '/sign-up')
  const create = page.getByRole('button', { name: 'Create account' })
  const emailField = page.getByLabel('E-mail', { exact: true })
  await create.click()
  await expect(emailField).toHaveAccessibleDescription('Type your e-mail.')
  await fillIn(page, 'ada@example', 'short')
  await create.click()
  await expect(emailField).toHaveAccessibleDescription(/looks like ada@example.com/)
  await fillIn(page, email, 'short')
  await create.click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/at least 8 characters/)
  await fillIn(page, email)
  await create.click()
  await expect(emailField).toHaveAccessibleDescription(/has an account already/)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
  await expectGoodLooks(page, 'sign-up-taken', project.name)
})

test('too many tries are told how long to wait', async ({ page }) => {
  const email = newEmail()
  await visit(page, '/sign-in')
  const button = page.getByRole('button', { name: 'Sign in', exact: true })
  await fillIn(page, email, 'not this one')
  // Ten in a minute are let through; the minute may turn meanwhile.
  await expect(async () => {
    await button.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Too many tries' })).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000, intervals: [0] })
  await expect(page.getByText(/^Too many tries\. Try again in (one second|\d+ seconds)\.$/)).toBeVisible()
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(email)
})

test('without a connection it says so, and the same form goes through later', async ({ page, context }) => {
  const email = await signUp(page)
  await context.clearCookies()
  await visit(page, '/sign-in')
  await context.setOffline(true)
  await signIn(page, email)
  await expect(page.getByRole('alert').filter({ hasText: 'No answer came back' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/keys')
})

test('when accounts cannot be reached it says so, and the form stays', async ({ page }, { project }) => {
  const detail = 'Accounts cannot be reached just now. Try again in a moment.'
  const problem = { code: 'store_unavailable', status: 500, title: 'The store did not answer', detail }
  await page.route('**/api/auth/sign-in/email', (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', json: problem }),
  )
  await visit(page, '/sign-in')
  await signIn(page, 'ada@example.com')
  await expect(page.getByRole('alert').filter({ hasText: detail })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
  await expectGoodLooks(page, 'sign-in-store-down', project.name)
})

test('a forgotten password is replaced by the link in the mail, once', async ({ page, accounts }, { project }) => {
  const email = await signUp(page)
  await page.context().clearCookies()
  await visit(page, '/sign-in')
  await page.getByRole('link', { name: 'Forgot the password?' }).click()
  await page.waitForURL('**/forgot-password')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await expectGoodLooks(page, 'forgot-password', project.name)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeFocused()

  const link = linkIn(await accounts.mailTo(email, 'Choose a new password'), accounts.url)
  await visit(page, link)
  await page.getByLabel('New password').fill('another horse')
  await expectGoodLooks(page, 'reset-password', project.name)
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await page.waitForURL('**/sign-in?notice=password-changed')
  await expect(page.getByText(/^Your password is changed/)).toBeVisible()

  await visit(page, page.url())
  await signIn(page, email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/do not go together/)
  await signIn(page, email, 'another horse')
  await page.waitForURL('**/keys')

  await visit(page, link)
  await page.getByLabel('New password').fill('a third horse')
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This link is used up' })).toBeVisible()
})

test('a link that has failed is told in our own words', async ({ page }) => {
  await page.goto('/sign-in?error=TOKEN_EXPIRED')
  await expect(page.getByText(/This link is older than one hour/)).toBeVisible()
  await page.goto('/sign-in?error=Call+0900+12345')
  await expect(page.getByText('That sign-in did not work. Try again.')).toBeVisible()
  await expect(page.getByText('0900')).toHaveCount(0)
  await page.goto('/reset-password')
  await expect(page.getByText(/lacks the code from the mail/)).toBeVisible()
})

test('an account in every browser: one whose session was ended elsewhere is asked to sign in again', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await signUp(page)
  const elsewhere = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '10.255.0.1' } })
  const other = await elsewhere.newPage()
  await visit(other, `${baseURL}/sign-in`)
  await signIn(other, email)
  await other.waitForURL('**/keys')

  await visit(page, '/account')
  await page.getByRole('button', { name: 'Sign out all other browsers' }).click()
  await expect(page.getByText('All other browsers are signed out.')).toBeVisible()
  await other.goto(`${baseURL}/account`)
  await expect(other.getByText('Your session has ended. Sign in again to go on.')).toBeVisible()
  await elsewhere.close()
})

test('the form is for keyboards, too', async ({ page }) => {
  const email = await signUp(page)
  await page.context().clearCookies()
  await visit(page, '/sign-in')
  await page.getByLabel('E-mail', { exact: true }).focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/keys')
  await expect(page.getByRole('heading', signInHeading)).toHaveCount(0)
})

test.describe('where e-mails are confirmed first', () => {
  test.use({ baseURL: ({ full }, use) => use(full.url) })

  test('a sign-up says to look for the mail, and its link leads on to the plan', async ({ page, full }, {
    project,
  }) => {
    const email = newEmail()
    await visit(page, '/sign-up?plan=growth')
    await expectGoodLooks(page, 'sign-up-providers', project.name)
    await fillIn(page, email)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeFocused()
    await expect(page.getByText(email, { exact: true })).toBeVisible()
    await expectGoodLooks(page, 'check-mail', project.name)

    await visit(page, '/sign-in')
    await signIn(page, email)
    await expect(page.getByRole('alert').filter({ hasText: 'Confirm your e-mail first' })).toBeVisible()

    const [first] = full.mails.received.filter(({ to }) => to.includes(email))
    const link = linkIn(first ?? (await full.mails.newestFor(email)), full.url)
    await page.goto(link.replace(/token=[^&]+/, 'token=forged'))
    await expect(page.getByText(/This link is not whole/)).toBeVisible()
    await page.goto(link)
    await expect(page).toHaveURL(/\/pricing\?plan=growth$/)
    await expect(page.getByRole('heading', { name: 'Go on with Growth?' })).toBeVisible()
  })

  test('GitHub is offered, and what was cancelled there is told here', async ({ page }) => {
    await visit(page, '/sign-in')
    await expect(page.getByRole('button', { name: /Google/ })).toHaveCount(0)
    const github = await leavingFor(page, 'https://github.com/**', () =>
      page.getByRole('button', { name: 'Go on with GitHub' }).click(),
    )
    const { searchParams } = new URL(github)
    const back = new URL(searchParams.get('redirect_uri') ?? '')
    const cancelled = `${back.pathname}?error=access_denied&state=${searchParams.get('state')}`
    const { location = '' } = (await page.request.get(cancelled, { maxRedirects: 0 })).headers()
    expect(location).toMatch(/^http:\/\/localhost:\d+\/sign-in\?/)
    await page.goto(`/sign-in${new URL(location).search}`)
    await expect(page.getByText('The sign-in was cancelled there. Nothing was changed.')).toBeVisible()
  })
})
