import { numberedListing } from '../simulator/listings'
import { finished, openBatches, startBatch } from './batches'
import { linesOf, rowsOf } from './bulk'
import { expectGoodLooks } from './looks'
import { answerOf, boxOf, expect, openTab, test } from './pinref'
import { signUp } from './signed-in'

const closed = numberedListing(810)
const closedForNow = numberedListing(811)
const opening = numberedListing(812)
const operating = numberedListing(813)

test('a business that is closed or opens soon is shown as such on its card, in a search, in a batch, and in a review kit', async ({
  page,
  google: { url, simulator },
}, { project, workerIndex }) => {
  simulator.change(
    { place_id: closed.placeId, business_status: 'CLOSED_PERMANENTLY' },
    { place_id: closedForNow.placeId, business_status: 'CLOSED_TEMPORARILY' },
    { place_id: opening.placeId, business_status: 'FUTURE_OPENING' },
  )
  await signUp(page, url, `closed.${workerIndex}@example.com`)
  await page.goto(url)
  await expect(page.getByText(/lookups? left/).first()).toBeVisible()
  await boxOf(page).fill(closed.placeId)
  await page.getByRole('button', { name: 'Look up', exact: true }).click()
  const answer = answerOf(page)
  await expect(answer.getByRole('heading', { name: closed.title })).toBeVisible()
  await expect(answer.getByText('Permanently closed', { exact: true })).toBeVisible()
  await expectGoodLooks(page, 'closed-card', project.name)
  await boxOf(page).fill(operating.placeId)
  await page.getByRole('button', { name: 'Look up', exact: true }).click()
  await expect(answer.getByRole('heading', { name: operating.title })).toBeVisible()
  await expect(answer.getByText(/closed|Opening soon/)).toHaveCount(0)

  await openTab(page, 'Search')
  await page.getByLabel('Business name').fill('Sim closed')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(answer.getByText(/^Best match first, but permanently closed businesses last\./)).toBeVisible()
  await expect(answer.locator('summary').last()).toContainText('Permanently closed')

  await openBatches(page, url)
  await linesOf(page).fill([closed, closedForNow, opening, operating].map(({ placeId }) => placeId).join('\n'))
  await startBatch(page)
  await finished(page)
  const rows = rowsOf(page)
  await expect(rows.nth(0)).toContainText('Permanently closed · 810 Simulated Street')
  await expect(rows.nth(1)).toContainText('Temporarily closed · 811 Simulated Street')
  await expect(rows.nth(2)).toContainText('Opening soon · 812 Simulated Street')
  await expect(rows.nth(3)).not.toContainText(/closed|Opening soon/)
  await expectGoodLooks(page, 'closed-batch', project.name)

  await page.getByRole('button', { name: 'Review kit' }).click()
  const kit = page.getByRole('dialog', { name: 'Review kit' })
  await expect(kit.getByText('2 lines are not in the kit: 1 permanently closed, 1 temporarily closed.')).toBeVisible()
  simulator.change(...[closed, closedForNow, opening].map(({ placeId }) => ({ place_id: placeId })))
})
