import { createKey, newKeyDialog } from './keys'
import { expectGoodLooks } from './looks'
import { expect, test, tryAgainUntil, withoutStore } from './signed-in'

test('the keys page says when the store is down, keeps its input, and recovers when it is back', async ({
  page,
  account: _,
  dashboard,
}, testInfo) => {
  await page.goto('/keys')
  await expect(page.getByText('No keys yet')).toBeVisible()
  await withoutStore(dashboard, async () => {
    await createKey(page, 'Typed with care')
    await expect(newKeyDialog(page).getByRole('alert')).toContainText(/Try again/)
    await expect(newKeyDialog(page).getByLabel('Name', { exact: true })).toHaveValue('Typed with care')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'The store is unavailable' })).toBeVisible()
    await expectGoodLooks(page, 'keys-store-down', testInfo.project.name)
  })
  await tryAgainUntil(page, page.getByText('No keys yet'))
})

test('creating a key without a connection shows an error, and can be retried', async ({
  page,
  context,
  account: _,
}) => {
  await page.goto('/keys')
  await expect(page.getByText('No keys yet')).toBeVisible()
  await context.setOffline(true)
  await createKey(page, 'Offline')
  await expect(page.getByText('No response. Try again in a moment.')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByRole('button', { name: 'Copy key' })).toBeVisible()
})

test('the keys page requires a sign-in if the session has ended, and keeps its input', async ({ page, account: _ }) => {
  await page.goto('/keys')
  await expect(page.getByText('No keys yet')).toBeVisible()
  await page.context().clearCookies()
  await createKey(page, 'Too late')
  await expect(page.getByRole('link', { name: 'Sign in (opens in a new tab)' })).toHaveAttribute('href', '/sign-in')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Too late')
})
