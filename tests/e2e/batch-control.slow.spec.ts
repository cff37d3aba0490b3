import { numberedListing } from '../simulator/listings'
import { finished, openBatches, startBatch } from './batches'
import { linesOf, rowsOf } from './bulk'
import { expectGoodLooks } from './looks'
import { expect, test } from './pinref'
import { signUp } from './signed-in'

const links = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => numberedListing(from + index).placeId).join('\n')

test('a batch can be paused, resumed, canceled, and deleted', async ({ page, google }, { project, workerIndex }) => {
  const { url, simulator } = google
  simulator.latencyMs = 1_500
  await signUp(page, url, `control.${project.name}.${workerIndex}@example.com`)
  await openBatches(page, url)
  await linesOf(page).fill(links(300, 1000))
  await startBatch(page, 'Check for stale ids')
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Paused', exact: true })).toBeVisible()
  await expectGoodLooks(page, 'batch-paused', project.name)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Paused', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^(Starting|Looking up)$/ })).toBeVisible()

  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  const cancelling = page.getByRole('alertdialog', { name: 'Cancel this batch?' })
  await cancelling.getByRole('button', { name: 'Keep it running' }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await cancelling.getByRole('button', { name: 'Cancel batch' }).click()
  await expect(page.getByRole('heading', { name: 'Canceled', exact: true })).toBeFocused()
  await expect(page.getByText(/^Results so far are kept\./)).toBeVisible()

  await page.getByRole('link', { name: 'All batches' }).click()
  const table = page.getByRole('table', { name: 'Your batches, newest first' })
  await expect(table).toContainText('Canceled')
  await expectGoodLooks(page, 'batch-list', project.name)
  await table.getByRole('button', { name: /^Actions for the batch from/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete batch' }).click()
  await expect(page.getByText('Batch deleted.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your batches' })).toBeFocused()
  await expect(table).toHaveCount(0)
  simulator.reset()
})

test('only lines that may still succeed are retried in a new batch', async ({ page, google }, {
  project,
  workerIndex,
}) => {
  const { url, simulator } = google
  await signUp(page, url, `retry.${project.name}.${workerIndex}@example.com`)
  await openBatches(page, url)
  // A short link whose host does not respond may still succeed, but a missing listing will not.
  await page.route('**/api/files/*.jsonl?state=failed*', (route) =>
    route.fulfill({
      body: [
        failed(1, 'link_unreachable', 'https://maps.app.goo.gl/lost'),
        failed(2, 'listing_not_found', 'gone'),
      ].join('\n'),
    }),
  )
  simulator.script({ link: 'maps.app.goo.gl/nothing-of-the-kind', transport: 'reset' })
  await linesOf(page).fill('https://maps.app.goo.gl/nothing-of-the-kind')
  const first = await startBatch(page, 'Follow short links')
  await finished(page)
  await page.getByRole('button', { name: 'Retry failed lines' }).click()
  await page.waitForURL((address) => address.searchParams.get('batch') !== first)
  await finished(page)
  await expect(page.getByText('1 of 1').first()).toBeVisible()
  await expect(rowsOf(page)).toContainText('https://maps.app.goo.gl/lost')
  simulator.reset()
})

const failed = (row: number, code: string, input: string) =>
  JSON.stringify({
    row,
    state: 'failed',
    input,
    duplicate_of: null,
    listing: null,
    problem: { code, detail: '', cid: null, place_id: null },
  })
