import Papa from 'papaparse'
import { numberedListing } from '../simulator/listings'
import { finished, openBatches, savedFile, startBatch } from './batches'
import { linesOf } from './bulk'
import { expectGoodLooks } from './looks'
import { clipboard, expect, test } from './pinref'
import { mutate, signUp } from './signed-in'

const listings = Array.from({ length: 4 }, (_, index) => numberedListing(700 + index))
const first = numberedListing(700)
const merged = numberedListing(790)

const file = [
  'client,link,number',
  ...listings.map(({ placeId }, index) => `Café ${index},${placeId},berlin-${index}`),
  `Café Lost,https://example.com,berlin-9`,
]

test('the listings of a batch are watched, and a listing that moves is reported on the page, by callback, by email, and in a file', async ({
  page,
  context,
  watching,
}, { project, workerIndex }) => {
  const { url, redis, simulator, receiver, mailTo } = watching
  const { id: account, email } = await signUp(page, url, `watch.${workerIndex}@example.com`)
  await mutate(page, url, 'callbacks.create', { url: 'https://hooks.example.com/pinref' })
  await openBatches(page, url)
  await page.getByLabel('File with lines').setInputFiles({
    name: 'Berlin-branches.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(file.join('\n')),
  })
  await expect(linesOf(page)).toHaveValue(/berlin-3/)
  await startBatch(page, 'Check for stale ids')
  await finished(page)

  await page.getByRole('button', { name: 'Watch these listings' }).click()
  const dialog = page.getByRole('dialog', { name: 'New watchlist' })
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Berlin-branches')
  await expect(
    dialog.getByText('Each listing is added once. Not added, because they have no listing: 1 unreadable.'),
  ).toBeVisible()
  await dialog.getByLabel('Column with names').selectOption('client')
  await dialog.getByLabel('Column with references').selectOption('number')
  await dialog.getByLabel('Email me the changes').selectOption('Daily')
  await expectGoodLooks(page, 'watchlist-from-batch', project.name)
  await dialog.getByRole('button', { name: 'Create watchlist' }).click()
  await page.waitForURL(/\/watchlists\/watch_\w+$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Berlin-branches')
  const diff = page.getByRole('heading', { level: 2 }).first()
  await expect(diff).toHaveText('4 unchanged')
  await expect(page.getByText('None since the first check.')).toBeVisible()
  await expect(
    page.getByText(/^Lines in the batch that weren’t added, because they have no listing: 1 unreadable\.$/),
  ).toBeVisible()
  await expect(page.getByText(/Email: daily/)).toBeVisible()
  const row = page.getByRole('row', { name: /Café 2/ })
  await expect(row.getByRole('rowheader')).toHaveText('Café 2berlin-2')
  const [, , third] = listings
  await expect(row.getByText(String(third?.cid))).toHaveCount(1)

  // Times are stored in whole seconds, so a listing that was checked in the same second counts as checked.
  const { last_checked_at } = await mutate(page, url, 'watchlists.resume', { id })
  await expect.poll(() => Date.now() - Date.parse(last_checked_at)).toBeGreaterThan(1_000)
  const heard = receiver.received.length
  simulator.change({ place_id: first.placeId, moved_to: merged.placeId })
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(diff).toHaveText('1 moved · 3 unchanged')
  await expect(page).toHaveTitle('Berlin-branches: 1 moved · Pinref')
  const change = page.getByRole('region', { name: 'Changes' }).getByRole('listitem')
  await expect(change).toHaveCount(1)
  await expect(change).toContainText('Café 0 (berlin-0): moved')
  for (const value of [first, merged].flatMap(({ cid, placeId }) => [String(cid), placeId]))
    await expect(change).toContainText(value)
  await change.getByRole('button', { name: `Copy place id ${merged.placeId}` }).click()
  expect(await clipboard(page)).toBe(merged.placeId)
  await change.getByRole('button', { name: 'Copy both ids of Café 0 (berlin-0)' }).click()
  expect(await clipboard(page)).toBe(`${merged.cid}\t${merged.placeId}`)
  await expect(change.getByRole('link', { name: /Map/ })).toHaveAttribute('href', new RegExp(`cid=${merged.cid}$`))
  await expect(page.getByText(/You can check all listings again in \d+ hours/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check now' })).toBeDisabled()
  await expectGoodLooks(page, 'watchlist-moved', project.name)

  const callback = JSON.parse((await receiver.next('watch.events', heard)).body)
  expect(callback.data).toMatchObject({
    watchlist: { id, name: 'Berlin-branches' },
    events: [
      {
        type: 'listing.moved',
        name: 'Café 0',
        reference: 'berlin-0',
        listing: { cid: String(merged.cid), place_id: merged.placeId },
        moved_from: { cid: String(first.cid), place_id: first.placeId },
      },
    ],
  })

  // Digests are due in the morning, so the test moves the due time.
  await redis.hset(`{${account}}:watch:${id}`, 'digestDue', Date.now() - 1_000)
  await mutate(page, url, 'watchlists.resume', { id })
  const mail = await mailTo(email, 'Berlin-branches: 1 moved')
  expect(mail.text).toContain('Café 0 (berlin-0): moved')
  expect(mail.text).toContain(`${first.placeId} → ${merged.placeId}`)
  expect(mail.text).toContain(`/watchlists/${id}`)

  const csv = await savedFile(page, 'Download CSV')
  expect(csv.name).toBe('Berlin-branches changes.csv')
  const text = csv.bytes.toString('utf8').replace(/^\ufeff/, '')
  const rows = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data
  expect(rows).toEqual([
    {
      name: 'Café 0',
      reference: 'berlin-0',
      change: 'moved',
      occurred_at: expect.stringMatching(/^\d{4}-/),
      business_status: '',
      text: '',
      detail: '',
      cid: `="${merged.cid}"`,
      place_id: merged.placeId,
      listing_id: `="${first.cid}"`,
      moved_from_cid: `="${first.cid}"`,
      moved_from_place_id: first.placeId,
    },
  ])

  const [, stop = ''] = /(\/unsubscribe\?token=\S+)/.exec(mail.text) ?? []
  await context.clearCookies()
  await page.goto(`${url}${stop}`)
  await expect(page.getByText('You get daily emails about changes in Berlin-branches.')).toBeVisible()
  await expectGoodLooks(page, 'unsubscribe', project.name)
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(page.getByText('You no longer get emails about changes in Berlin-branches.')).toBeVisible()
  expect(await redis.hget(`{${account}}:watch:${id}`, 'digest')).toBe('off')
  simulator.reset()
})

test('closures of watched listings are priced before they are turned on, and then shown', async ({ page, watching }, {
  project,
  workerIndex,
}) => {
  const { url, redis, simulator } = watching
  const { id: account } = await signUp(page, url, `closures.${workerIndex}@example.com`)
  const watched = Array.from({ length: 3 }, (_, index) => numberedListing(1_700 + index))
  simulator.change(
    { place_id: watched[0]?.placeId ?? '', business_status: 'CLOSED_PERMANENTLY' },
    { place_id: watched[1]?.placeId ?? '', business_status: 'CLOSED_TEMPORARILY' },
  )
  const { id } = await mutate(page, url, 'watchlists.create', { name: 'Cafés' })
  const listings = watched.map(({ placeId }, index) => ({ url: placeId, name: `Café ${index}` }))
  await mutate(page, url, 'watchlists.createListings', { id, listings })
  await page.goto(`${url}/watchlists/${id}`)
  const diff = page.getByRole('heading', { level: 2 }).first()
  await expect(diff).toHaveText('3 unchanged')
  expect(simulator.skus).not.toHaveProperty(['Place Details Pro'])

  await page.getByRole('button', { name: 'Actions for this watchlist' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Watchlist settings' })
  const choice = dialog.getByLabel('Check for closure')
  await expect(choice).toHaveValue('off')
  await expect(dialog.getByText(/up to \$0\.0729 a month per listing every week, or \$0\.017 every/)).toBeVisible()
  await choice.selectOption('Every week')
  await expect(dialog.getByText(/^For 3 listings, up to 13 calls a month\..* up to \$0\.22 a month/)).toBeVisible()
  await expectGoodLooks(page, 'watchlist-closures-settings', project.name)
  expect(simulator.skus, 'before the setting is saved').not.toHaveProperty(['Place Details Pro'])
  await dialog.getByRole('button', { name: 'Save settings' }).click()

  await expect(diff).toHaveText('2 closed · 1 unchanged')
  await expect(page).toHaveTitle('Cafés: 2 closed · Pinref')
  expect(simulator.skus).toHaveProperty(['Place Details Pro'], 3)
  await expect(page.getByText(/For closure: every week/)).toBeVisible()
  await expect(page.getByRole('row', { name: /Café 1/ })).toContainText('Temporarily closed')
  const own = watched[2]
  const event = (type: string, status: string) =>
    JSON.stringify([
      type,
      Date.now(),
      String(own?.cid),
      '',
      [String(own?.cid), own?.placeId],
      null,
      null,
      'Café 2',
      status,
    ])
  await redis.xadd(`{${account}}:watch:${id}:events`, '*', 'e', event('listing.closed', 'closed_permanently'))
  await redis.xadd(`{${account}}:watch:${id}:events`, '*', 'e', event('listing.reopened', 'operational'))
  await page.reload()
  const changes = page.getByRole('region', { name: 'Changes' }).getByRole('listitem')
  await expect(changes).toContainText(['Café 2: permanently closed', 'Café 2: reopened'])
  await expect(page.getByRole('row', { name: /Café 2/ })).toContainText('Reopened')
  await page.getByRole('button', { name: /^Permanently closed/ }).click()
  await expect(page.getByRole('row', { name: /Café/ })).toHaveCount(1)
  await expect(page.getByRole('row', { name: /Café 0/ })).toContainText('Permanently closed')
  await expectGoodLooks(page, 'watchlist-closures', project.name)
  simulator.reset()
})
