import { runSample } from '../support/run-sample'
import { cardOf, copyKey, createKey } from './keys'
import { expectGoodLooks } from './looks'
import { clipboard } from './pinref'
import { callWithKey, expect, mutate, test, tryAgainUntil, withoutStore } from './signed-in'

// Each state is checked in both themes.
test.describe.configure({ timeout: 90_000 })

const keyForm = /^pr_live_[0-9A-Za-z]{44}$/

test('a visitor is sent to sign in, and back afterwards', { tag: '@any-width' }, async ({ page }) => {
  for (const path of ['/keys', '/keys?welcome=growth', '/usage', '/usage?month=2026-01', '/operator']) {
    const answer = await page.request.get(path, { maxRedirects: 0 })
    expect(answer.status()).toBe(307)
    expect(answer.headers().location).toBe(`/sign-in?next=${encodeURIComponent(path)}`)
  }
})

test('a new key can be copied, works at once and is refused as soon as it is revoked', async ({
  page,
  account,
  dashboard,
}, testInfo) => {
  await page.goto('/keys')
  await expect(page.getByText('No keys yet')).toBeVisible()
  await expectGoodLooks(page, 'keys-empty', testInfo.project.name)

  await createKey(page, 'Production backend')
  await expect(page.getByRole('heading', { name: 'The key “Production backend”' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy key' })).toBeFocused()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  const key = await copyKey(page)
  expect(key).toMatch(keyForm)
  expect(key).toContain(account.id)
  await expectGoodLooks(page, 'keys-made', testInfo.project.name)

  await page.getByRole('button', { name: 'Copy the request' }).click()
  await expect(page.getByText('the request copied')).toBeAttached()
  const curl = await clipboard(page)
  expect(curl).toContain(key)
  const answer = JSON.parse(
    await runSample('curl', curl.replace(/http:\/\/localhost:\d+/, dashboard.url), testInfo.outputDir),
  )
  expect(answer).toMatchObject({ title: 'Trevi Fountain', rate_limit: { limit: '1000', remaining: 999 } })

  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(key)).toBeHidden()
  await page.reload()
  const card = cardOf(page, 'Production backend')
  await expect(card.getByText(/Last used just now, 1 call this month/)).toBeVisible()
  await expect(card).toContainText(key.slice(0, 28))
  expect(await page.content()).not.toContain(key)

  await card.getByRole('button', { name: 'Revoke' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Revoke “Production backend”?' })
  await expect(dialog.getByText(/Last used just now/)).toBeVisible()
  await expectGoodLooks(page, 'keys-revoke', testInfo.project.name)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(card.getByRole('button', { name: 'Revoke' })).toBeFocused()
  expect(await callWithKey(dashboard.url, key)).toBe(200)

  await card.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('“Production backend” is revoked.')).toBeAttached()
  expect(await callWithKey(dashboard.url, key)).toBe(401)
  await expect(card).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Your keys' })).toBeFocused()
})

test('a key is renamed in place, with the keyboard too', { tag: '@any-width' }, async ({
  page,
  account: _,
  dashboard,
}) => {
  await mutate(page, dashboard.url, 'keys.create', { name: 'Old name' })
  await page.goto('/keys')
  await page.getByRole('button', { name: 'Rename Old name' }).click()
  await expect(page.getByLabel('New name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Rename Old name' })).toBeFocused()

  await page.keyboard.press('Enter')
  await page.keyboard.type('Ünïcode & <b>')
  await page.keyboard.press('Enter')
  await expect(cardOf(page, 'Ünïcode & <b>')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rename Ünïcode & <b>' })).toBeFocused()
  await page.reload()
  await expect(cardOf(page, 'Ünïcode & <b>')).toBeVisible()
})

test('after a rotation the old key works for the chosen time', async ({ page, account: _, dashboard }, testInfo) => {
  const { url } = dashboard
  const { key: old } = await mutate(page, url, 'keys.create', { name: 'Worker' })
  await page.goto('/keys')
  await page.getByRole('button', { name: 'Rotate Worker' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Rotate “Worker”' })
  await dialog.getByLabel(/^3 more days/).check()
  await expectGoodLooks(page, 'keys-rotate', testInfo.project.name)
  await dialog.getByRole('button', { name: 'Rotate key' }).click()
  await expect(page.getByRole('heading', { name: 'The new “Worker”' })).toBeVisible()
  const fresh = await copyKey(page)
  expect(fresh).toMatch(keyForm)
  expect(fresh).not.toBe(old)
  expect(await Promise.all([callWithKey(url, old), callWithKey(url, fresh)])).toEqual([200, 200])
  await expect(cardOf(page, 'Worker')).toHaveCount(2)
  await expect(page.getByText('Expires in 2 days')).toBeVisible()

  // Without an overlap the old key ends at once.
  await page.getByRole('button', { name: 'Rotate Worker' }).first().click()
  await dialog.getByLabel(/^Not at all/).check()
  await dialog.getByRole('button', { name: 'Rotate key' }).click()
  await expect(page.getByText('Expired now')).toBeVisible()
  const newest = await copyKey(page)
  const statuses = await Promise.all([old, fresh, newest].map((key) => callWithKey(url, key)))
  expect([...statuses].sort()).toEqual([200, 200, 401])
  expect(statuses[2]).toBe(200)
})

test('a key expires on the chosen date', { tag: '@any-width' }, async ({ page, account: _, dashboard }) => {
  await page.goto('/keys')
  await page.getByLabel('Expires').selectOption('In 30 days')
  await createKey(page, 'A month')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByLabel('Expires').selectOption('After a day I choose')
  const lastDay = new Date(Date.now() + 3 * 86_400_000)
  const asField = [lastDay.getFullYear(), lastDay.getMonth() + 1, lastDay.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
  await page.getByLabel('Last day it works').fill(asField)
  await createKey(page, 'A few days')
  await expect(cardOf(page, 'A few days').getByText(/^Expires in 3 days$/)).toBeVisible()
  await expect(cardOf(page, 'A month').getByText(/^Expires \w{3} \d+, \d{4}$/)).toBeVisible()

  const seconds = Math.floor(Date.now() / 1000)
  const { key } = await mutate(page, dashboard.url, 'keys.create', { name: 'Short', expires: seconds + 2 })
  await expect.poll(() => callWithKey(dashboard.url, key), { timeout: 20_000 }).toBe(401)
  await page.reload()
  await expect(cardOf(page, 'Short').getByText('Expired now')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rotate Short' })).toHaveCount(0)
})

test('without the store the page says so, keeps what was typed and recovers when it is back', async ({
  page,
  account: _,
  dashboard,
}, testInfo) => {
  await page.goto('/keys')
  await expect(page.getByText('No keys yet')).toBeVisible()
  await withoutStore(dashboard, async () => {
    await createKey(page, 'Typed with care')
    await expect(page.getByRole('form', { name: 'New key' }).getByRole('alert')).toContainText(/Try again/)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed with care')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'The store did not answer' })).toBeVisible()
    await expectGoodLooks(page, 'keys-store-down', testInfo.project.name)
  })
  await tryAgainUntil(page, page.getByText('No keys yet'))
})

test('without a connection an action says so and can be retried', { tag: '@any-width' }, async ({
  page,
  context,
  account: _,
}) => {
  await page.goto('/keys')
  await expect(page.getByText('No keys yet')).toBeVisible()
  await context.setOffline(true)
  await createKey(page, 'Offline')
  await expect(page.getByText('No answer came back. Try again in a moment.')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByRole('button', { name: 'Copy key' })).toBeVisible()
})

test('when the session has ended the page says so and keeps what was typed', { tag: '@any-width' }, async ({
  page,
  account: _,
}) => {
  await page.goto('/keys')
  await expect(page.getByText('No keys yet')).toBeVisible()
  await page.context().clearCookies()
  await createKey(page, 'Too late')
  await expect(page.getByRole('link', { name: 'Sign in (opens in a new tab)' })).toHaveAttribute('href', '/sign-in')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Too late')
})
