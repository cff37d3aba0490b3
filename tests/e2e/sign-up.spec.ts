import { expect, fillIn, linkIn, newEmail, signIn, test, visit } from './accounts'
import { expectGoodLooks } from './looks'

test.describe('when emails must be confirmed first', () => {
  test.use({ baseURL: ({ full }, use) => use(full.url) })

  test('after sign-up, an emailed link opens the selected plan', async ({ page, full }, { project }) => {
    const email = newEmail()
    await visit(page, '/sign-up?plan=growth')
    await expectGoodLooks(page, 'sign-up-providers', project.name)
    await fillIn(page, email)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/check-email')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Check your email', level: 1 })).toBeVisible()
    await expect(page.getByText(email, { exact: true })).toBeVisible()
    await expect(page.getByText(/^You can resend it in \d+ seconds\.$/)).toBeVisible()
    await expectGoodLooks(page, 'check-mail', project.name)
    await full.mails.newestFor(email)

    // One minute later.
    await page.clock.install({ time: Date.now() + 61_000 })
    await page.reload()
    await page.getByRole('button', { name: 'Resend' }).click()
    await expect(page.getByText('Sent again.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Resend' })).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('link', { name: 'Change it' }).click()
    await page.waitForURL('**/sign-up?plan=growth')
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')

    const link = linkIn(await full.mails.newestFor(email), full.url)
    await visit(page, '/sign-in')
    await signIn(page, email)
    await expect(page.getByRole('alert').filter({ hasText: 'Confirm your email first' })).toBeVisible()

    await page.goto(link.replace(/token=[^&]+/, 'token=forged'))
    await expect(page.getByText(/This link is incomplete or was already used/)).toBeVisible()
    await visit(page, link)
    await expect(page.getByRole('heading', { name: 'Confirm your email', level: 1 })).toBeVisible()
    await expect(page.getByText(email, { exact: true })).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
    await expectGoodLooks(page, 'confirm-email', project.name)
    await page.getByRole('button', { name: 'Confirm and sign in' }).click()
    await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
    await expect(page).toHaveURL(/\/pricing\?plan=growth$/)
    await expect(page.getByRole('heading', { name: 'Continue with Growth?' })).toBeVisible()
  })
})
