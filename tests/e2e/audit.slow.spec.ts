import type { Page } from '@playwright/test'
import { numberedListing } from '../simulator/listings'
import { finished, openBatches, startBatch } from './batches'
import { linesOf } from './bulk'
import { expectGoodLooks } from './looks'
import { colosseum } from './pinref'
import { expect, mutate, signUp, test } from './signed-in'

/** Café 0 stays as it is, and the others change. */
const [same, moving, closing, gone, reopening] = Array.from({ length: 5 }, (_, index) => numberedListing(500 + index))
const target = numberedListing(590)

const placeIdOf = (listing: typeof same) => listing?.placeId ?? ''

const sheet = [
  'shop name,link,number',
  `${same?.title},${placeIdOf(same)},b-0`,
  `${moving?.title},${placeIdOf(moving)},b-1`,
  `${closing?.title},${placeIdOf(closing)},b-2`,
  `${gone?.title},${placeIdOf(gone)},b-3`,
  `${reopening?.title},${placeIdOf(reopening)},b-4`,
  `Bäckerei Ümläüt,${placeIdOf(same)},b-5`,
  'Nowhere,https://example.com,b-6',
]

const figure = (page: Page, label: string) =>
  page
    .getByRole('article')
    .locator('dl > div')
    .filter({ has: page.getByRole('term').getByText(label, { exact: true }) })

const headline = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 })

const group = (page: Page, label: string) => page.getByRole('region', { name: label })

/** Opens the audit from the page of a batch that has finished. */
async function openAudit(page: Page) {
  await finished(page)
  await page.getByRole('link', { name: 'Audit' }).click()
  await page.waitForURL(/\/batches\/batch_\w+\/audit$/)
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).not.toHaveAttribute('aria-disabled')
}

/** Runs the batch of the audit again, and returns what the dialog says. */
async function runAgain(page: Page, label: string): Promise<string> {
  await page.getByRole('button', { name: label }).click()
  const dialog = page.getByRole('alertdialog', { name: `${label}?` })
  const words = (await dialog.textContent()) ?? ''
  await dialog.getByRole('button', { name: label }).click()
  await page.waitForURL(/\/batches\/batch_\w+$/)
  return words
}

/** Returns the parts of the page that are visible in print. */
async function printedParts(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' })
  const text = await page.locator('body').ariaSnapshot()
  await page.emulateMedia({ media: 'screen' })
  return text
}

test('a sheet is audited, printed with the person’s own name, run again after changes, and watched, which is audited too', async ({
  page,
  watching,
}, { project, workerIndex }) => {
  const { url, simulator } = watching
  simulator.change({ place_id: placeIdOf(moving), moved_to: target.placeId })
  simulator.change({ place_id: placeIdOf(reopening), business_status: 'CLOSED_TEMPORARILY' })
  await signUp(page, url, `audit.${workerIndex}@example.com`)
  await openBatches(page, url)
  await page.getByLabel('File with lines').setInputFiles({
    name: 'Berlin-branches.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(sheet.join('\n')),
  })
  await expect(linesOf(page)).toHaveValue(/b-6/)
  await startBatch(page, 'Check for stale ids')
  await openAudit(page)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit of Berlin-branches')
  await expect(page).toHaveTitle('Audit of Berlin-branches')
  await expect(headline(page)).toHaveText('4 of 7 lines are fine')
  await expect(figure(page, 'Moved to another listing')).toContainText('1')
  await expect(figure(page, 'Permanently closed')).toContainText('Not checked')
  const moved = group(page, 'Moved to another listing: 1 line').getByRole('row').nth(1)
  for (const text of [moving?.title, 'b-1', String(moving?.cid), String(target.cid), moving?.placeId, target.placeId])
    await expect(moved).toContainText(text ?? '')
  await expect(group(page, 'Duplicate: 1 line')).toContainText('Same listing as row 2.')
  await expect(page.getByText('This run didn’t check whether businesses have closed.')).toBeVisible()
  await expectGoodLooks(page, 'audit-checked', project.name)

  const words = await runAgain(page, 'Check closures')
  expect(words).toContain('A new run uses up to 7 of your plan’s lookups, and Google charges the operator up to $0.16.')
  await openAudit(page)
  await expect(page.getByText('This run didn’t check whether businesses have closed.')).toBeHidden()
  await expect(figure(page, 'Temporarily closed')).toContainText('1')
  await expect(page.getByText(/^Since \w+ \d+: no changes\.$/)).toBeVisible()

  simulator.change({ place_id: placeIdOf(closing), business_status: 'CLOSED_PERMANENTLY' })
  simulator.change({ place_id: placeIdOf(gone), gone: true })
  simulator.change({ place_id: placeIdOf(reopening), business_status: 'OPERATIONAL' })
  await runAgain(page, 'Run again')
  await openAudit(page)
  await expect(
    page.getByText(/^Since \w+ \d+: 1 permanently closed, 1 no longer on Google Maps; 1 fixed\.$/),
  ).toBeVisible()
  await expect(group(page, 'Permanently closed: 1 line').getByText('New', { exact: true })).toBeVisible()
  await expect(group(page, 'Moved to another listing: 1 line').getByText('New', { exact: true })).toBeHidden()

  await page.getByRole('button', { name: 'Add name and logo' }).click()
  await page.getByRole('textbox', { name: 'Your name or company' }).fill('Müller Consulting')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await expect(page.getByText('Müller Consulting')).toBeVisible()
  await expect(group(page, 'Permanently closed: 1 line')).toBeVisible()
  await expectGoodLooks(page, 'audit-again', project.name)

  const printed = await printedParts(page)
  for (const text of ['Müller Consulting', 'Audit of Berlin-branches', 'Google Maps, through the Places API'])
    expect(printed).toContain(text)
  for (const text of ['Print', 'Run again', 'Watch', 'Bulk', 'Usage', 'Change name', 'Download', 'Open the batch'])
    expect(printed).not.toContain(text)
  expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-')

  await figure(page, 'Moved to another listing').getByRole('link').click()
  await page.waitForURL(/\?finding=moved$/)
  await expect(page.getByRole('region', { name: 'Results' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('combobox', { name: 'Finding' })).toHaveValue('moved')
  await page.goBack()

  await page.getByRole('button', { name: 'Watch these listings' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create watchlist' }).click()
  await page.waitForURL(/\/watchlists\/watch_\w+$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const diff = page.getByRole('heading', { level: 2 }).first()
  await expect(diff).toHaveText('4 unchanged')
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(page).toHaveTitle('Audit of Berlin-branches')
  await expect(headline(page)).toHaveText('All 4 listings are fine')
  await expect(page.getByText('Müller Consulting')).toBeVisible()
  await expect(figure(page, 'Permanently closed')).toContainText('Not checked')
  await expect(
    page.getByText(
      /^This watchlist doesn’t check whether .+ up to 4 calls a month\. .+ up to \$0\.07 a month, \$0\.017 a month per listing\.$/,
    ),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Change settings' }).click()
  await page.getByRole('dialog', { name: 'Watchlist settings' }).getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('link', { name: 'Open the watchlist' }).click()
  // Times are stored in whole seconds, so a listing that was checked in the same second counts as checked.
  const { last_checked_at } = await mutate(page, url, 'watchlists.resume', { id })
  await expect.poll(() => Date.now() - Date.parse(last_checked_at)).toBeGreaterThan(1_000)
  simulator.change({ place_id: placeIdOf(same), moved_to: numberedListing(591).placeId })
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(diff).toHaveText('1 moved · 3 unchanged')
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(headline(page)).toHaveText('3 of 4 listings are fine')
  await expect(page.getByText(/^Since \w+ \d+: 1 moved\.$/)).toBeVisible()
  const changed = group(page, 'Moved to another listing: 1 listing').getByRole('row').nth(1)
  for (const text of ['New', 'b-5', String(same?.cid), String(numberedListing(591).cid)])
    await expect(changed).toContainText(text)
  await expectGoodLooks(page, 'audit-watchlist', project.name)
  expect(await printedParts(page)).not.toMatch(/Print|Change settings|Change name|Open the watchlist|Usage/)
  simulator.reset()
})

test('an audit that doesn’t exist says why, and when it will', async ({ page, account: _, dashboard: { url } }, {
  project,
}) => {
  const make = (data: object) => mutate(page, url, 'batches.create', data)
  const card = page.getByRole('article')
  const { id } = await make({ name: 'Later.csv', lines: [colosseum.placeId], start: 'later', details: 'checked' })
  await page.goto(`/batches/${id}/audit`)
  await expect(headline(page)).toHaveText('No audit yet')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit of Later')
  await expect(card).toContainText('The audit appears here when the batch has finished: 0 of 1 line looked up.')
  await expectGoodLooks(page, 'audit-waiting', project.name)
  // The page follows the batch.
  await mutate(page, url, 'batches.start', { id })
  await expect(headline(page)).toHaveText('The line is fine')
  await expect(card).toContainText('Sample data')
  await expect(page.getByRole('heading', { name: 'What to fix' })).toBeHidden()
  await expect(page.getByText(/A new run uses up to 1 of your plan’s lookups\.$/)).toBeVisible()

  const canceled = await make({ lines: [colosseum.placeId], start: 'later' })
  await mutate(page, url, 'batches.cancel', { id: canceled.id })
  await page.goto(`/batches/${canceled.id}/audit`)
  await expect(card).toContainText('An audit covers all lines, but this batch was canceled.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit')

  const { id: empty } = await mutate(page, url, 'watchlists.create', { name: 'Warsaw' })
  await page.goto(`/watchlists/${empty}/audit`)
  await expect(card).toContainText('This watchlist has no listings yet.')

  for (const [path, title] of [
    ['/batches/batch_4fQ0zL2mXb7K9aRt/audit', 'Batch not found'],
    ['/watchlists/watch_7hTz1qLw9XbN3cRk/audit', 'Watchlist not found'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  }
})
