import requireLanguages from '../support/require-languages'
import { runSample } from '../support/run-sample'
import { copyKey, createKey, menuOf, newKeyDialog, pick, rowOf, shownOf } from './keys'
import { expectGoodLooks } from './looks'
import { clipboard } from './pinref'
import { callWithKey, expect, mutate, test } from './signed-in'

const keyForm = /^pr_live_[0-9A-Za-z]{44}$/

test.beforeAll(() => requireLanguages())

test('a visitor is redirected to sign-in, with the page to return to in the URL', async ({ page }) => {
  for (const path of ['/keys', '/keys?welcome=growth', '/usage', '/usage?month=2026-01', '/operator']) {
    const answer = await page.request.get(path, { maxRedirects: 0 })
    expect(answer.status()).toBe(307)
    expect(answer.headers().location).toBe(`/sign-in?next=${encodeURIComponent(path)}`)
  }
})

test(
  'a new key can be copied, works immediately, and is rejected as soon as it is revoked',
  { tag: '@phone' },
  async ({ page, account, dashboard }, testInfo) => {
    await page.goto('/keys')
    await expect(page.getByText('No keys yet')).toBeVisible()
    await expectGoodLooks(page, 'keys-empty', testInfo.project.name)

    await createKey(page, 'Production backend')
    await expect(page.getByRole('heading', { name: 'Key “Production backend”' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy key' })).toBeFocused()
    await expect(newKeyDialog(page)).toHaveCount(0)
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
    await expect(page.getByText(/^200 · resolve · Trevi Fountain · \d+ ms · from \S+$/)).toBeVisible()
    await page.getByRole('button', { name: 'Limit this key to that address' }).click()
    await expect(page.getByRole('dialog').getByLabel(/addresses/i)).toHaveValue(/^[\d.:a-f]+$/)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText(key)).toBeHidden()
    await page.reload()
    const row = rowOf(page, 'Production backend')
    await expect(row).toContainText('Just now')
    await expect(row).toContainText('1 of 1,000')
    await expect(row).toContainText(shownOf(key))
    expect(await page.content()).not.toContain(key)

    await pick(row, 'Revoke')
    const dialog = page.getByRole('alertdialog', { name: 'Revoke “Production backend”?' })
    await expect(dialog).toContainText(shownOf(key))
    await expect(dialog.getByText(/Last used just now, 1 call this month/)).toBeVisible()
    await expectGoodLooks(page, 'keys-revoke', testInfo.project.name)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(menuOf(row)).toBeFocused()
    expect(await callWithKey(dashboard.url, key)).toBe(200)

    await pick(row, 'Revoke')
    await dialog.getByRole('button', { name: 'Revoke key' }).click()
    await expect(page.getByText('“Production backend” revoked.')).toBeVisible()
    expect(await callWithKey(dashboard.url, key)).toBe(401)
    await expect(row).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Your keys' })).toBeFocused()
  },
)

test('a key can be renamed by keyboard, and the focus returns to its menu', async ({ page, account: _, dashboard }) => {
  await mutate(page, dashboard.url, 'keys.create', { name: 'Old name' })
  await page.goto('/keys')
  const item = (name: string) => page.getByRole('menuitem', { name })
  const dialog = page.getByRole('dialog', { name: 'Rename “Old name”' })
  await menuOf(rowOf(page, 'Old name')).focus()
  await page.keyboard.press('Enter')
  await expect(item('Rename')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(item('Limits')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menuOf(rowOf(page, 'Old name'))).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(item('Rename')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('pr_live_')
  await expect(dialog.getByLabel('New name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(menuOf(rowOf(page, 'Old name'))).toBeFocused()

  await pick(rowOf(page, 'Old name'), 'Rename')
  await expect(dialog.getByLabel('New name')).toBeFocused()
  await page.keyboard.type('  ')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await expect(dialog.getByLabel('New name')).toBeFocused()
  await page.keyboard.type('Ünïcode & <b>')
  await page.keyboard.press('Enter')
  await expect(page.getByText('“Old name” is now “Ünïcode & <b>”.')).toBeVisible()
  await expect(menuOf(rowOf(page, 'Ünïcode & <b>'))).toBeFocused()
  await page.reload()
  await expect(rowOf(page, 'Ünïcode & <b>')).toBeVisible()
})

test('a rotation shows which key replaces which, and revokes the old key immediately only if requested', async ({
  page,
  account: _,
  dashboard,
}, testInfo) => {
  const { url } = dashboard
  const { key: old } = await mutate(page, url, 'keys.create', { name: 'Worker' })
  await page.goto('/keys')
  const rows = rowOf(page, 'Worker')
  await pick(rows, 'Rotate')
  const dialog = page.getByRole('alertdialog', { name: 'Rotate “Worker”' })
  await expect(dialog).toContainText(shownOf(old))
  await dialog.getByLabel(/^In 3 days/).check()
  await expectGoodLooks(page, 'keys-rotate', testInfo.project.name)
  await dialog.getByRole('button', { name: 'Rotate key' }).click()
  await expect(page.getByRole('heading', { name: 'New key “Worker”' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy key' })).toBeFocused()
  await expect(page.getByText('Make your first call')).toHaveCount(0)
  const fresh = await copyKey(page)
  expect(fresh).toMatch(keyForm)
  expect(fresh).not.toBe(old)
  expect(await Promise.all([callWithKey(url, old), callWithKey(url, fresh)])).toEqual([200, 200])
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(rows).toHaveCount(2)
  const newRow = page.getByRole('row').filter({ hasText: `replaces ${shownOf(old)}` })
  const oldRow = page.getByRole('row').filter({ hasText: `replaced by ${shownOf(fresh)}, ends in 2 days` })
  await expect(newRow).toContainText('Never')
  await expect(oldRow).toContainText('In 2 days')
  await expectGoodLooks(page, 'keys-rotated', testInfo.project.name)

  // Without an overlap, the old key stops working immediately.
  await pick(newRow, 'Rotate')
  await dialog.getByLabel(/^Immediately/).check()
  await dialog.getByRole('button', { name: 'Rotate key' }).click()
  const newest = await copyKey(page)
  await expect(page.getByText(`replaced by ${shownOf(newest)}, ended just now`)).toBeVisible()
  const statuses = await Promise.all([old, fresh, newest].map((key) => callWithKey(url, key)))
  expect(statuses).toEqual([200, 401, 200])
})

test('a test key is marked and has no monthly or daily limit', async ({ page, account: _, dashboard }) => {
  await page.goto('/keys')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = newKeyDialog(page)
  await dialog.getByText('operations, calls, addresses').click()
  await dialog.getByLabel('Calls per month').fill('10')
  await dialog.getByLabel(/^Test/).check()
  await expect(dialog.getByLabel(/Calls per (month|day)/)).toHaveCount(0)
  await dialog.getByLabel('Name', { exact: true }).fill('CI')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Test key “CI”' })).toBeVisible()
  const key = await copyKey(page)
  expect(key).toMatch(/^pr_test_/)
  expect(await callWithKey(dashboard.url, key)).toBe(200)
  await page.reload()
  const row = rowOf(page, 'CI')
  await expect(row.getByText('Test', { exact: true })).toBeVisible()
  await expect(row.getByRole('cell').nth(2)).toHaveText('Calls this month1')
  await pick(row, 'Limits')
  await expect(page.getByRole('dialog').getByLabel('Calls per 10 seconds')).toBeVisible()
  await expect(page.getByRole('dialog').getByLabel(/Calls per (month|day)/)).toHaveCount(0)
})

test('a long list of keys has a filter, and an error for a key over a limit shows that limit', async ({
  page,
  account,
  dashboard,
}, { project }) => {
  const { url, redis } = dashboard
  const make = (from: number, to: number) =>
    Promise.all(
      Array.from({ length: to - from }, (_, at) => mutate(page, url, 'keys.create', { name: `Worker ${from + at}` })),
    )
  const made = await make(0, 8)
  await page.goto('/keys')
  await expect(rowOf(page, 'Worker 7')).toBeVisible()
  await expect(page.getByLabel('Filter keys')).toHaveCount(0)
  await make(8, 12)
  await page.reload()
  const filter = page.getByLabel('Filter keys')
  await expect(page.getByText('12 of 12 keys')).toBeVisible()
  await filter.fill('worker 1')
  await expect(page.getByText('3 of 12 keys')).toBeVisible()
  await expect(rowOf(page, 'Worker 2')).toHaveCount(0)
  await expectGoodLooks(page, 'keys-filtered', project.name)
  await filter.fill(shownOf(made[3].key))
  await expect(page.getByText('1 of 12 keys')).toBeVisible()
  await expect(rowOf(page, 'Worker 3')).toBeVisible()
  await filter.fill('nothing is called so')
  await expect(page.getByText('No key has “nothing is called so” in its name, start, or end.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await expect(page.getByText('12 of 12 keys')).toBeVisible()

  await redis.set(`{${account.id}}:keys-made`, 100)
  await createKey(page, 'Too fast')
  await expect(newKeyDialog(page).getByRole('alert')).toContainText('up to 100 keys in 24 hours')
  await redis.del(`{${account.id}}:keys-made`)
  await make(12, 50)
  await newKeyDialog(page).getByRole('button', { name: 'Create key' }).click()
  await expect(newKeyDialog(page).getByRole('alert')).toContainText('at most 50 keys')
  await expect(newKeyDialog(page).getByLabel('Name', { exact: true })).toHaveValue('Too fast')
  await page.keyboard.press('Escape')
  await expect(newKeyDialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New key' })).toBeFocused()

  // Rows are 44 px high, at least 15 fit on a screen, and the rows can be sorted by column.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.reload()
  await expect(page.getByText('50 of 50 keys')).toBeVisible()
  const bottoms = await page
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom))
  expect(bottoms.slice(1).filter((bottom) => bottom <= 900).length).toBeGreaterThanOrEqual(15)
  const heights = await page.getByRole('row').evaluateAll((rows) => rows.map((row) => row.clientHeight))
  expect(Math.max(...heights)).toBeLessThanOrEqual(45)
  const names = page.getByRole('rowheader')
  const column = page.getByRole('columnheader', { name: 'Key' })
  await expect(column).toHaveAttribute('aria-sort', 'none')
  await column.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(column).toHaveAttribute('aria-sort', 'ascending')
  await expect(names.first()).toContainText('Worker 0')
  await page.keyboard.press('Enter')
  await expect(names.first()).toContainText('Worker 49')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText('No keys match these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filter' }).click()

  // Several keys are revoked at once, and a failure doesn't stop the others.
  for (const name of ['Worker 47', 'Worker 48', 'Worker 49']) await rowOf(page, name).getByRole('checkbox').check()
  await expectGoodLooks(page, 'keys-chosen', project.name)
  await page.getByRole('button', { name: 'Revoke 3 keys' }).click()
  const revoking = page.getByRole('alertdialog', { name: 'Revoke 3 keys?' })
  await expect(revoking).toContainText('Worker 48')
  let tries = 0
  await page.route('**/api/trpc/keys.revoke*', (route) => (tries++ === 1 ? route.abort() : route.continue()))
  await revoking.getByRole('button', { name: 'Revoke keys' }).click()
  await expect(page.getByText('2 keys revoked. Couldn’t revoke “Worker 48”. Try again.')).toBeVisible()
  await expect(page.getByText('48 of 48 keys')).toBeVisible()
})

test('a key expires at the end of the chosen date', async ({ page, account: _, dashboard }) => {
  await page.goto('/keys')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = newKeyDialog(page)
  await dialog.getByLabel('Expires').selectOption('Custom date')
  const lastDay = new Date(Date.now() + 3 * 86_400_000)
  const asField = [lastDay.getFullYear(), lastDay.getMonth() + 1, lastDay.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
  await dialog.getByLabel('Last day it works').fill(asField)
  await dialog.getByLabel('Name', { exact: true }).fill('A few days')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(rowOf(page, 'A few days').getByText(/^In 3 days$/)).toBeVisible()

  // The expiry date of an existing key can be removed.
  await pick(rowOf(page, 'A few days'), 'Limits')
  const limits = page.getByRole('dialog')
  await expect(limits.getByLabel('Expires')).toHaveValue('keep')
  await limits.getByLabel('Expires').selectOption('Never')
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await expect(rowOf(page, 'A few days').getByText('Never', { exact: true }).last()).toBeVisible()
  await expect(rowOf(page, 'A few days').getByText(/^In 3 days$/)).toHaveCount(0)

  const seconds = Math.floor(Date.now() / 1000)
  const { key } = await mutate(page, dashboard.url, 'keys.create', { name: 'Short', expires: seconds + 2 })
  await expect.poll(() => callWithKey(dashboard.url, key), { timeout: 20_000 }).toBe(401)
  await page.reload()
  await expect(rowOf(page, 'Short').getByText('Expired just now')).toBeVisible()
  await menuOf(rowOf(page, 'Short')).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Rename', 'Limits', 'Recent errors', 'Revoke'])
})
