import type { Page } from '@playwright/test'
import type { Redis } from 'ioredis'
import { expectGoodLooks } from './looks'
import { hydrated } from './pinref'
import { expect, mutate, test } from './signed-in'

const longName = 'Acme Local Listings and Reviews for Restaurants and Hotels in Greater Melbourne'

/** Makes a person a member of an account, the way an accepted invitation does. */
async function join(redis: Redis, person: string, account: string, role: string) {
  const since = Math.floor(Date.now() / 1000)
  await redis.hset(`{${account}}:members`, person, `${role} ${since}`)
  await redis.hset(`{${person}}:memberships`, account, since)
}

const accountsOf = async (page: Page, url: string) =>
  (await (await page.request.get(`${url}/api/trpc/accounts.list`)).json()).result.data

async function switchIn(page: Page, name: string) {
  const bar = page.locator('[data-bar]')
  const button = (await bar.isVisible())
    ? bar.getByText('More', { exact: true })
    : page.getByRole('navigation', { name: 'Pages' }).locator('summary')
  await button.click()
  const switched = page.waitForResponse((response) => response.url().endsWith('/switch-account'))
  await page.getByRole('list', { name: 'Accounts' }).getByRole('button', { name }).click()
  await switched
  await page.waitForLoadState()
}

test('a tab that shows another account says so, and a click there changes neither account', async ({
  page,
  dashboard: { url, redis },
  account: _,
}, { project }) => {
  const before = await accountsOf(page, url)
  await page.goto('/accounts')
  await hydrated(page)
  await page.getByLabel('Name', { exact: true }).fill(longName)
  await expectGoodLooks(page, 'accounts', project.name)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${url}/`)
  const { accounts, current } = await accountsOf(page, url)
  expect(accounts).toMatchObject([
    { id: before.current.id, name: 'Ada', role: 'owner' },
    { id: current.id, name: longName, role: 'owner' },
  ])

  const other = await page.context().newPage()
  await other.goto('/keys')
  await hydrated(other)
  await other.getByRole('button', { name: 'New key' }).click()
  await other.getByLabel('Name', { exact: true }).fill('Backend')

  await page.goto('/keys')
  await hydrated(page)
  await expectGoodLooks(page, 'switcher', project.name)
  await switchIn(page, 'Ada')
  expect((await accountsOf(page, url)).current.id).toBe(before.current.id)

  await other.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  const notice = other.getByRole('alertdialog', { name: 'You switched to another account' })
  await expect(notice).toContainText('This browser is now in Ada, but this page shows the previous one.')
  await expectGoodLooks(other, 'switched', project.name)
  for (const { id } of accounts) expect(await redis.hlen(`{${id}}:keys`)).toBe(0)

  await notice.getByRole('button', { name: 'Reload' }).click()
  await expect(other.getByText('No keys yet')).toBeVisible()
  await other.getByRole('button', { name: 'New key' }).click()
  await other.getByLabel('Name', { exact: true }).fill('Backend')
  await other.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  await expect.poll(() => redis.hlen(`{${before.current.id}}:keys`)).toBe(1)
  expect(await redis.hlen(`{${current.id}}:keys`)).toBe(0)
})

test('a link into another account’s page switches to it and says so, and is explained to a person who is not in it', async ({
  page,
  dashboard: { url },
  account: _,
}, { project }) => {
  const first = (await accountsOf(page, url)).current.id
  const { id } = await mutate(page, url, 'accounts.create', { name: 'Acme Local' })
  await page.goto(`/account?account=${id}#alerts`)
  await expect(page.getByText('You are now in Acme Local.')).toBeVisible()
  await expect(page).toHaveURL(`${url}/account#alerts`)
  expect((await accountsOf(page, url)).current.id).toBe(id)
  await expectGoodLooks(page, 'opened-by-link', project.name)

  await page.goto(`/keys?account=${id}`)
  await expect(page).toHaveURL(`${url}/keys`)
  await expect(page.getByText('You are now in')).toHaveCount(0)

  await page.goto(`/keys?account=${first.replace(/.$/, (last: string) => (last === 'x' ? 'y' : 'x'))}`)
  await expect(page.getByRole('heading', { name: 'You’re not in this account' })).toBeVisible()
  expect((await accountsOf(page, url)).current.id).toBe(id)
})

test('a viewer sees the account’s pages without what the role may not do', async ({
  page,
  dashboard: { url, redis },
  account: _,
}, { project }) => {
  const { current } = await accountsOf(page, url)
  await mutate(page, url, 'keys.create', { name: 'Backend' })
  const owner = (await redis.hkeys(`{${current.id}}:members`))[0] ?? ''
  await redis.hset(`{${current.id}}:members`, 'A'.repeat(16), 'owner 1')
  await join(redis, owner, current.id, 'viewer')

  await page.goto('/keys')
  await expect(page.getByRole('row').filter({ hasText: 'Backend' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'New key' })).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expectGoodLooks(page, 'keys-of-viewer', project.name)
  await page.getByRole('button', { name: 'Actions for Backend' }).click()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Recent errors'])
  await page.keyboard.press('Escape')

  await page.goto('/bulk')
  await expect(page.getByText('You’re a viewer in this account.')).toBeVisible()
  await page.goto('/callbacks')
  await expect(page.getByText('Each event goes to every endpoint')).toBeVisible()
  await expect(page.getByRole('form', { name: 'New endpoint' })).toHaveCount(0)
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Account name' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change account name' })).toHaveCount(0)
  await expectGoodLooks(page, 'account-of-viewer', project.name)
})

test('a member without the required second factor is asked for one on every page, and can do nothing else', async ({
  page,
  dashboard: { url, redis },
  account: _,
}, { project }) => {
  const { current } = await accountsOf(page, url)
  await redis.hset(`{${current.id}}:profile`, 'requiresSecondFactor', new Date().toISOString())
  await page.goto('/keys')
  await page.waitForURL('**/account?next=%2Fkeys#two-step')
  await expect(page.getByText('Ada requires a second factor.')).toBeVisible()
  await expectGoodLooks(page, 'second-factor-required', project.name)
  const call = await page.request.get(`${url}/api/trpc/keys.list`)
  expect(call.status()).toBe(403)
  expect((await call.json()).error.data.problem.code).toBe('second_factor_required')
})
