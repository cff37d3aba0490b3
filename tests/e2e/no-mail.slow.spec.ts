import { test as base, expect, newEmail, signUpByForm, visit } from './accounts'
import { expectGoodLooks } from './looks'
import { operator, publicUrl } from './own-servers'
import { openSection } from './pinref'

/** A server with a public name that cannot send email. */
const test = base.extend<{ byName: undefined }>({
  baseURL: ({ mailless }, use) => use(mailless),
  /** Sends sign-in requests as if the browser had used the public name. */
  byName: [
    async ({ context }, use) => {
      await context.route('**/api/auth/**', async (route) => {
        const headers = { ...route.request().headers(), origin: publicUrl }
        await route.fulfill({ response: await route.fetch({ headers, timeout: 0 }) })
      })
      await use(undefined)
      // On a busy machine, a response to a closed page may still be in transit.
      await context.unrouteAll({ behavior: 'ignoreErrors' })
    },
    { auto: true },
  ],
})

test('a server that cannot send email offers no features that need email', async ({ page }, { project }) => {
  await visit(page, '/sign-in')
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveCount(0)
  await page.goto('/forgot-password')
  await expect(page.getByText(/Passwords can’t be reset by email here/)).toBeVisible()
  await expectGoodLooks(page, 'forgot-password-no-mail', project.name)

  await signUpByForm(page)
  await visit(page, '/account')
  await expect(page.getByText('Not confirmed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resend link' })).toHaveCount(0)
  // Only the operator needs to know that alerts can't be sent.
  await expect(page.getByRole('region', { name: 'Alerts' })).not.toContainText('can’t be sent')
  const next = newEmail()
  await openSection(page, 'Email')
  await page.getByLabel('New email').fill(next)
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByText(next, { exact: true })).toBeVisible()
  await expectGoodLooks(page, 'account-no-mail', project.name)
})

test('a server that cannot send email asks an operator to sign in with GitHub or Google', async ({ page }) => {
  await signUpByForm(page, operator)
  await page.goto('/operator')
  await expect(page.getByRole('heading', { name: 'Confirm your email first' })).toBeVisible()
  await expect(page.getByText(/This server can’t send email, so sign in with GitHub or Google/)).toBeVisible()
})
