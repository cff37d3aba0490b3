import { copyKey, menuOf, newKeyDialog, pick, rowOf, shownOf } from './keys'
import { expectGoodLooks } from './looks'
import { callWithKey, expect, test } from './signed-in'

test('a key is created with limits that can be changed later, and each error is reported at its field', async ({
  page,
  account: _,
  dashboard,
}, { project }) => {
  const { url } = dashboard
  await page.goto('/keys')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = newKeyDialog(page)
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  await dialog.getByLabel('Expires').selectOption('Custom date')
  await dialog.getByLabel('Last day it works').fill('2020-02-29')
  await dialog.getByText('operations, calls, addresses').click()
  await dialog.getByLabel('Calls per month').fill('1.5')
  await dialog.getByLabel('Calls per 10 seconds').fill('ten')
  await dialog.getByText('operations, calls, addresses').click()
  await dialog.getByRole('button', { name: 'Create key' }).click()

  // The page itself detects these errors, shows them all at once, and focuses the first.
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveAccessibleDescription('Enter a name.')
  await expect(dialog.getByLabel('Last day it works')).toHaveAccessibleDescription(/in the past/)
  await dialog.getByLabel('Name', { exact: true }).fill('Billing')
  await dialog.getByLabel('Expires').selectOption('In 30 days')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const month = dialog.getByLabel('Calls per month')
  const burst = dialog.getByLabel('Calls per 10 seconds')
  await expect(month, 'unfolded, too').toBeFocused()
  await expect(month).toHaveAccessibleDescription('Enter a whole number, such as 5,000.')
  await expect(burst).toHaveAccessibleDescription('Enter a whole number, such as 5,000.')

  // The server reports the remaining errors.
  const addresses = dialog.getByLabel('Allowed IP addresses')
  await month.fill('0')
  await burst.fill('20')
  await addresses.fill('192.0.2.7\n\n10.0.0.300\n2001:db8::/32, 192.0.2.0/33')
  for (const operation of ['Resolve', 'Search', 'Convert', 'Usage']) await dialog.getByLabel(operation).uncheck()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByLabel('Resolve')).toBeFocused()
  await expect(dialog.getByLabel('Resolve')).toHaveAccessibleDescription('Choose at least one operation.')
  await expect(month).toHaveAccessibleDescription(/1 or more/)
  await expect(addresses).toHaveAccessibleDescription(/^Lines 3 and 4: This is not an IP address or range/)
  await expect(addresses, 'what was typed is kept').toHaveValue(/10\.0\.0\.300/)
  await expect(burst).not.toHaveAttribute('aria-invalid')
  await expectGoodLooks(page, 'keys-refused', project.name)

  await dialog.getByLabel('Convert').check()
  await month.fill('5,000')
  await addresses.fill(Array.from({ length: 21 }, (_, at) => `192.0.2.${at}`).join('\n'))
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(addresses).toHaveAccessibleDescription(/at most 20 addresses/)
  await expect(addresses).toBeFocused()
  await addresses.fill('127.0.0.0/8')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(
    page.getByText("The limit is above the plan's 1,000 calls a month, so the plan's limit applies."),
  ).toBeVisible()
  const key = await copyKey(page)
  await page.getByRole('button', { name: 'Done' }).click()
  const row = rowOf(page, 'Billing')
  await expect(row).toContainText('Convert')
  await expect(row).toContainText('20 calls per 10 seconds')
  await expect(row).toContainText('From 127.0.0.0/8')
  await expect(row).toContainText('0 of 1,000')
  await expect(row).toContainText(/\w{3} \d+, \d{4}/)
  expect(await callWithKey(url, key)).toBe(200)
  expect(await callWithKey(url, key, 'search', { name: 'trevi' })).toBe(403)

  await pick(row, 'Limits')
  const limits = page.getByRole('dialog', { name: 'Limits for “Billing”' })
  await expect(limits).toContainText(shownOf(key))
  await expect(limits.getByLabel('Convert')).toBeChecked()
  await expect(limits.getByLabel('Search')).not.toBeChecked()
  await expect(limits.getByLabel('Calls per month')).toHaveValue('5,000')
  await expect(limits.getByLabel('Allowed IP addresses')).toHaveValue('127.0.0.0/8')
  await expectGoodLooks(page, 'keys-limits', project.name)
  await limits.getByLabel('Search').check()
  await limits.getByLabel('Calls per month').fill('2 000')
  await limits.getByLabel('Calls per 10 seconds').clear()
  await limits.getByLabel('Allowed IP addresses').clear()
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByText(/^Limits for “Billing” saved\. The limit is above the plan's/)).toBeVisible()
  await expect(menuOf(row)).toBeFocused()
  await expect(row).toContainText('Search, Convert')
  await expect(row).toContainText('1 of 1,000')
  await expect(row).not.toContainText(/per 10 seconds|From/)
  await expect(row, 'the expiry is as it was').toContainText(/\w{3} \d+, \d{4}/)
  expect(await callWithKey(url, key, 'search', { name: 'trevi' })).toBe(200)
  await pick(row, 'Limits')
  await limits.getByLabel('Calls per month').fill('250')
  await limits.getByLabel('Calls per day').fill('3')
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByText('Limits for “Billing” saved.', { exact: true })).toBeVisible()
  await expect(row).toContainText('3 calls per day')
  await expect(row).toContainText('2 of 2501 left today')
  expect(await callWithKey(url, key)).toBe(200)
  expect(await callWithKey(url, key)).toBe(429)
  await page.reload()
  await expect(row).toContainText('0 left today')
  await expectGoodLooks(page, 'keys-daily-limit', project.name)
})

test('a key manages other keys only if allowed to, and the keys that it creates are listed', async ({
  page,
  account: _,
  dashboard,
}, { project }) => {
  await page.goto('/keys')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = newKeyDialog(page)
  await dialog.getByLabel('Name', { exact: true }).fill('Provisioning')
  await dialog.getByText('operations, calls, addresses').click()
  const manage = dialog.getByLabel('Manage keys')
  await expect(manage).not.toBeChecked()
  await manage.check()
  await expect(dialog.getByText(/can create keys/)).toBeVisible()
  await expectGoodLooks(page, 'keys-manage', project.name)
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = await copyKey(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(rowOf(page, 'Provisioning')).toContainText('Resolve, Search, Convert, Usage, Manage keys')

  const made = await fetch(`${dashboard.url}/api/keys`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: JSON.stringify({ name: 'Customer 4711', operations: null }),
  })
  expect(made.status).toBe(201)
  await page.reload()
  await expect(rowOf(page, 'Customer 4711')).toContainText('All')
  await pick(rowOf(page, 'Customer 4711'), 'Limits')
  const limits = page.getByRole('dialog', { name: 'Limits for “Customer 4711”' })
  await expect(limits.getByLabel('Usage')).toBeChecked()
  await expect(limits.getByLabel('Manage keys')).not.toBeChecked()
})
