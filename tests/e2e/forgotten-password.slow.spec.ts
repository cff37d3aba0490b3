import { expect, linkIn, signIn, signUp, test, visit } from './accounts'
import { expectGoodLooks } from './looks'

test('the emailed link replaces a forgotten password only once', async ({ page, accounts }, { project }) => {
  const email = await signUp(page)
  await page.context().clearCookies()
  await visit(page, '/sign-in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.waitForURL('**/forgot-password')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await expectGoodLooks(page, 'forgot-password', project.name)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.waitForURL('**/check-email')
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Change it' }).click()
  await page.waitForURL('**/forgot-password')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)

  const link = linkIn(await accounts.mailTo(email, 'Reset your password'), accounts.url)
  await visit(page, link)
  await page.getByLabel('New password').fill('another horse')
  await expectGoodLooks(page, 'reset-password', project.name)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.waitForURL('**/sign-in?notice=password-changed')
  await expect(page.getByText(/^Password changed, and all browsers signed out\./)).toBeVisible()

  await visit(page, page.url())
  await signIn(page, email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /^Incorrect email or password\./,
  )
  await signIn(page, email, 'another horse')
  await page.waitForURL((url) => url.pathname === '/')

  await visit(page, link)
  await page.getByLabel('New password').fill('a third horse')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This link was already used' })).toBeVisible()
})

test('a failed link is explained without repeating its URL’s text', async ({ page }) => {
  await page.goto('/sign-in?error=TOKEN_EXPIRED')
  await expect(page.getByText(/This link is more than an hour old/)).toBeVisible()
  await page.goto('/sign-in?error=Call+0900+12345')
  await expect(page.getByText('That sign-in didn’t work. Try again.')).toBeVisible()
  await expect(page.getByText('0900')).toHaveCount(0)
  await page.goto('/reset-password')
  await expect(page.getByText(/This link is incomplete\./)).toBeVisible()
})
