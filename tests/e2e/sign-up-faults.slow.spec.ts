import { expect, fillIn, leavingFor, linkIn, newEmail, password, signIn, signUp, test, visit } from './accounts'
import { expectGoodLooks } from './looks'

test('the sign-up form shows each error at its field, including an email in use', async ({ page }, { project }) => {
  const email = await signUp(page)
  await page.context().clearCookies()
  await visit(page, '/sign-up')
  const create = page.getByRole('button', { name: 'Create account' })
  const emailField = page.getByLabel('Email', { exact: true })
  await create.click()
  await expect(emailField).toHaveAccessibleDescription('Enter your email.')
  await fillIn(page, 'ada@example', 'short')
  await create.click()
  await expect(emailField).toHaveAccessibleDescription(/like ada@example.com/)
  await fillIn(page, email, 'short')
  await create.click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/at least 8 characters/)
  await fillIn(page, email, 'Password123')
  await create.click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/too easy to guess/)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expectGoodLooks(page, 'sign-up-common-password', project.name)
  await fillIn(page, email)
  await create.click()
  await expect(emailField).toHaveAccessibleDescription(/already has an account/)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
  await expectGoodLooks(page, 'sign-up-taken', project.name)
})

test.describe('when emails must be confirmed first', () => {
  test.use({ baseURL: ({ full }, use) => use(full.url) })

  test('the emailed link asks for the password in another browser, and works once', async ({ page, full }, {
    project,
  }) => {
    const email = newEmail()
    await visit(page, '/sign-up')
    await fillIn(page, email)
    await page.getByRole('button', { name: 'Create account' }).click()
    const link = linkIn(await full.mails.newestFor(email), full.url)
    await page.context().clearCookies()
    await visit(page, link)
    const field = page.getByLabel('Password', { exact: true })
    const confirm = page.getByRole('button', { name: 'Confirm and sign in' })
    await expect(field).toHaveAccessibleDescription('The password you chose when you signed up.')
    await expectGoodLooks(page, 'confirm-email-elsewhere', project.name)
    await confirm.click()
    await expect(field).toHaveAccessibleDescription('Enter your password.')
    await field.fill('not this one')
    await confirm.click()
    await expect(field).toHaveAccessibleDescription('Incorrect password.')
    await expect(field).toHaveValue('not this one')
    await field.fill(password)
    await confirm.click()
    await page.waitForURL('**/keys?welcome=starter')

    await page.context().clearCookies()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  })

  test('if someone else signed up with an email, its owner can sign up again, which invalidates the first password', async ({
    page,
    full,
  }) => {
    const email = newEmail()
    await signUp(page, email)
    const link = linkIn(await full.mails.newestFor(email), full.url)
    await page.context().clearCookies()
    await visit(page, link)
    await page.getByRole('link', { name: 'Sign up again' }).click()
    await page.waitForURL('**/sign-up')
    await visit(page, page.url())
    await fillIn(page, email, 'a password of my own')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/check-email')
    await visit(page, linkIn(await full.mails.newestFor(email, 2), full.url))
    await page.getByRole('button', { name: 'Confirm and sign in' }).click()
    await page.waitForURL('**/keys?welcome=starter')
    // The first link and the first password no longer work.
    await page.context().clearCookies()
    await visit(page, '/sign-in')
    await signIn(page, email)
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      /^Incorrect email or password\./,
    )
  })

  test('sign-in with GitHub is offered, and a canceled sign-in is reported', async ({ page }) => {
    await visit(page, '/sign-in')
    await expect(page.getByRole('button', { name: /Google/ })).toHaveCount(0)
    const github = await leavingFor(page, 'https://github.com/**', () =>
      page.getByRole('button', { name: 'Continue with GitHub' }).click(),
    )
    const { searchParams } = new URL(github)
    const back = new URL(searchParams.get('redirect_uri') ?? '')
    const cancelled = `${back.pathname}?error=access_denied&state=${searchParams.get('state')}`
    const { location = '' } = (await page.request.get(cancelled, { maxRedirects: 0 })).headers()
    expect(location).toMatch(/^http:\/\/localhost:\d+\/sign-in\?/)
    await page.goto(`/sign-in${new URL(location).search}`)
    await expect(page.getByText('Sign-in was canceled. Nothing was changed.')).toBeVisible()
  })
})
