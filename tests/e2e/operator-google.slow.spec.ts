import { expectGoodLooks } from './looks'
import { operator } from './own-servers'
import { expect, test } from './pinref'
import { signUp } from './signed-in'

test('an operator checks the Google key, first with free calls, then with calls that Google may bill', async ({
  page,
  google,
}, testInfo) => {
  const { url, simulator } = google
  // Other tests look things up on this server too.
  simulator.reset()
  await signUp(page, url, operator)
  const [, link = ''] = /(https?:\/\/\S+)/.exec((await google.mailTo(operator, 'Confirm your email')).text) ?? []
  const { pathname, search } = new URL(link)
  await page.request.get(`${url}${pathname}${search}`, { maxRedirects: 0 })
  await page.goto(`${url}/operator`)
  const key = page.getByRole('region', { name: 'What the Google key can do' })
  await expect(key).toContainText('Not checked yet.')
  await expect(page.getByText(/^Today: \d+ of 500 billable calls\.$/)).toBeVisible()
  await expect(page.getByText(/^This month: \d+ of 3,000 billable calls\.$/)).toBeVisible()

  await key.getByRole('button', { name: 'Check the Google key' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Check the Google key?' })
  await expect(dialog).toContainText('cost up to $0.02')
  await expectGoodLooks(page, 'operator-check', testInfo.project.name)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(simulator.calls).toHaveLength(0)

  await key.getByRole('button', { name: 'Check the Google key' }).click()
  await dialog.getByRole('button', { name: 'Run free checks' }).click()
  const row = (name: string) => key.getByRole('row').filter({ hasText: name })
  await expect(row('Place Details, ids only')).toContainText('works')
  await expect(row('title, rating, and count')).toContainText('not tried')
  await expect(row('Places API (Legacy)')).toContainText('not enabled')
  await expect(row('Resolution API, maps.app.goo.gl')).toContainText('works')
  await expect(row('Resolution API, share.google')).toContainText('refused')
  await expect(key).toContainText('Lookups try working calls first.')
  expect(simulator.calls).toHaveLength(9)
  await expectGoodLooks(page, 'operator-checked', testInfo.project.name)

  await key.getByRole('button', { name: 'Check the Google key' }).click()
  await dialog.getByRole('button', { name: 'Run all checks' }).click()
  await expect(row('title, rating, and count')).toContainText('works')
  await expect(row('title, rating, and count')).toContainText('up to $0.02')
  expect(simulator.calls).toHaveLength(19)
  await page.reload()
  await expect(row('title, rating, and count')).toContainText('works')
})
