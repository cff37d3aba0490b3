import { expect, fillIn, newEmail, password, signUp, test, visit } from './accounts'
import { expectGoodLooks } from './looks'

test('an owner who hands an account over loses the owner’s buttons, and can leave', async ({
  page,
  browser,
  baseURL,
}) => {
  const owner = await signUp(page)
  const heir = newEmail()
  const elsewhere = await browser.newContext({
    ...(baseURL && { baseURL }),
    extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.79' },
  })
  const other = await elsewhere.newPage()
  await signUp(other, heir)
  await visit(page, '/members')
  await page.getByRole('button', { name: 'Leave account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave account' }).click()
  await expect(page.getByText(/You are the only member/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Email', { exact: true }).fill(heir)
  await page.getByLabel('Role').selectOption('owner')
  await page.getByRole('button', { name: 'Create invitation' }).click()
  const path = new URL((await page.getByText(/\/invitation\/\w{38}$/).textContent()) ?? '').pathname
  // Someone else, who is signed in here, signs out and in again.
  await visit(page, path)
  await expect(page.getByText(`but you’re signed in with ${owner}`)).toBeVisible()
  await visit(other, path)
  await other.getByRole('button', { name: 'Join the account' }).click()
  await other.waitForURL(({ pathname }) => pathname === '/')

  await visit(page, '/members')
  await page.getByRole('button', { name: `Actions for ${owner}` }).click()
  await page.getByRole('menuitem', { name: 'Make a viewer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByRole('form', { name: 'New invitation' })).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: '(you)' })).toContainText('viewer')
  await page.getByRole('button', { name: 'Leave account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave account' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/accounts')
  await elsewhere.close()
})

test.describe('when invitations are emailed', () => {
  test.use({ baseURL: ({ full }, use) => use(full.url) })

  test('the link alone confirms the email of the person who signs up', async ({ page, browser, full }, { project }) => {
    const owner = newEmail()
    await visit(page, '/sign-up')
    await fillIn(page, owner)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/check-email')
    const confirmation = /http\S+/.exec((await full.mails.newestFor(owner)).text)?.[0] ?? ''
    await visit(page, new URL(confirmation).pathname + new URL(confirmation).search)
    await page.getByRole('button', { name: 'Confirm and sign in' }).click()
    await page.waitForURL(({ pathname }) => pathname === '/keys')
    await visit(page, '/members')
    const colleague = newEmail()
    await page.getByLabel('Email', { exact: true }).fill(colleague)
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByText(`Invitation sent to ${colleague}.`)).toBeVisible()
    await expect(page.getByText(/\/invitation\//)).toHaveCount(0)

    const elsewhere = await browser.newContext({
      baseURL: full.url,
      extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.80' },
    })
    const other = await elsewhere.newPage()
    const link = /http\S+\/invitation\/\w{38}/.exec((await full.mails.newestFor(colleague)).text)?.[0] ?? ''
    await visit(other, new URL(link).pathname)
    await expectGoodLooks(other, 'invitation-providers', project.name)
    await other.getByLabel('Choose a password').fill(password)
    await other.getByRole('button', { name: 'Create sign-in and join' }).click()
    await other.waitForURL(({ pathname }) => pathname === '/')
    await visit(other, '/account')
    await expect(other.getByText('Not confirmed')).toHaveCount(0)
    await elsewhere.close()
  })
})
