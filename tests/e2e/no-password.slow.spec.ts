import { linkIn } from './accounts'
import { expectGoodLooks } from './looks'
import type { Dashboard } from './own-servers'
import { hydrated } from './pinref'
import { expect, test } from './signed-in'

/** Turns a person into one who signed up with GitHub, directly in the store. */
async function throughGithub({ redis }: Dashboard, personId: string) {
  const methods = `{${personId}}:methods`
  const [[field = '', json = ''] = []] = Object.entries(await redis.hgetall(methods))
  const { password: _, ...row } = JSON.parse(json)
  const github = { ...row, id: `${personId}:github:4711`, providerId: 'github', accountId: '4711' }
  await redis.multi().hdel(methods, field).hset(methods, 'github:4711', JSON.stringify(github)).exec()
}

test('an account without a password can set a password by email', async ({ page, account, dashboard }, { project }) => {
  await throughGithub(dashboard, account.personId)
  await page.goto('/account')
  await expect(page.getByText('This account has no password. You sign in with GitHub or Google.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change password' })).toHaveCount(0)
  await expectGoodLooks(page, 'account-no-password', project.name)
  await hydrated(page)
  await page.getByRole('button', { name: 'Set a password by email' }).click()
  await expect(page.getByText(`We’ve sent a link to ${account.email}. Open it to set a password.`)).toBeVisible()

  const mail = await dashboard.mailTo(account.email, 'Reset your password')
  await page.goto(linkIn(mail, dashboard.url))
  await hydrated(page)
  await page.getByLabel('New password').fill('another horse')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.waitForURL('**/sign-in?notice=password-changed')
  await hydrated(page)
  await page.getByLabel('Email', { exact: true }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill('another horse')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/account')
  await expect(page.getByText(/^Last changed \w+ \d+, \d{4}$/)).toBeVisible()
})

test('an account without a password is deleted after typing “delete” alone', async ({ page, account, dashboard }) => {
  await throughGithub(dashboard, account.personId)
  await page.goto('/account')
  await hydrated(page)
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveCount(0)
  await dialog.getByLabel('Type delete').fill('delete')
  await dialog.getByRole('button', { name: 'Delete this account' }).click()
  await page.waitForURL('**/sign-in?notice=account-deleted')
  for (const id of [account.id, account.personId]) expect(await dashboard.redis.keys(`{${id}}:*`)).toEqual([])
})
