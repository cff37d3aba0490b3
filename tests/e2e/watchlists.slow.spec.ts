import type { Page } from '@playwright/test'
import type { Redis } from 'ioredis'
import { numberedListing } from '../simulator/listings'
import { expectGoodLooks, expectGoodLooksAt } from './looks'
import { answerOf, boxOf, colosseum, hydrated, lookUp } from './pinref'
import { expect, mutate, test } from './signed-in'

const cids = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => String(9_200_000_000_000_000_001n + 10n * BigInt(from + index)))

const diff = (page: Page) => page.getByRole('heading', { level: 2 }).first()

/** Creates a watchlist with listings and opens its page. */
async function openWatchlist(page: Page, url: string, listings: unknown[], name = 'Berlin branches') {
  const { id } = await mutate(page, url, 'watchlists.create', { name })
  if (listings.length > 0) await mutate(page, url, 'watchlists.createListings', { id, listings })
  await page.goto(`/watchlists/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  return id as string
}

const record = (account: string, id: string) => `{${account}}:watch:${id}`

/** Writes an event in the server's format: now, or `daysAgo`. */
async function seedEvent(redis: Redis, key: string, event: unknown[], daysAgo: number) {
  const at = Date.now() - daysAgo * 86_400_000
  const [type, ...rest] = event
  await redis.xadd(`${key}:events`, `${at}-0`, 'e', JSON.stringify([type, at, ...rest]))
}

test('a visitor is redirected to sign-in, and then back', async ({ page }) => {
  for (const path of ['/watchlists', '/watchlists/watch_7hTz1qLw9XbN3cRk']) {
    const answer = await page.request.get(path, { maxRedirects: 0 })
    expect(answer.status()).toBe(307)
    expect(answer.headers().location).toBe(`/sign-in?next=${encodeURIComponent(path)}`)
  }
})

test(
  'a watchlist is created from a pasted list, and omitted lines are shown',
  { tag: '@phone' },
  async ({ page, account: _ }, { project }) => {
    await page.goto('/watchlists')
    await expect(page.getByText('No watchlists yet')).toBeVisible()
    await expectGoodLooks(page, 'watchlists-empty', project.name)
    await page.getByRole('button', { name: 'Paste a list' }).click()
    const dialog = page.getByRole('dialog', { name: 'New watchlist' })
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await expectGoodLooks(page, 'watchlists-new', project.name)
    await dialog.getByLabel('Name').fill('Berlin branches')
    await dialog.getByRole('button', { name: 'Create and add listings' }).click()
    await page.waitForURL(/\/watchlists\/watch_\w+$/)

    const box = page.getByRole('textbox', { name: /one per line/ })
    await expect(box).toBeFocused()
    await expect(diff(page)).toHaveText('No listings yet')
    const lines = [colosseum.link, colosseum.placeId, 'https://maps.app.goo.gl/abc', 'Some Café, Berlin', ...cids(2)]
    await box.fill(lines.join('\n'))
    await expect(page.getByText(/^1 short link and 1 name can’t be added/)).toBeVisible()
    await expect(page.getByText('1 duplicate')).toBeVisible()
    await expectGoodLooks(page, 'watchlist-add', project.name)
    await page.getByRole('button', { name: 'Add 3 listings' }).click()
    await expect(page.getByText('3 listings added.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add listings' })).toBeFocused()
    // Only one is in the sample.
    await expect(diff(page)).toHaveText('1 unchanged · 2 not checked')

    const rows = page.getByRole('table', { name: 'Listings' }).getByRole('row')
    await page.getByRole('button', { name: /^Not checked/ }).click()
    await expect(rows).toHaveCount(3)
    await page.getByRole('checkbox', { name: `Select ${cids(1)[0]}` }).check()
    await page.getByRole('button', { name: 'Remove 1 selected' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('1 listing removed.')).toBeVisible()
    await expect(page.getByText('3 listings added.')).toBeHidden()
    await expect(diff(page)).toHaveText('1 unchanged · 1 not checked')
    // Until then, the old rows are dimmed.
    await expect(rows).toHaveCount(2)
    await expectGoodLooks(page, 'watchlist-listings', project.name)

    await page.getByRole('button', { name: /^All/ }).click()
    await page.getByRole('button', { name: 'Select these 2' }).click()
    await page.getByRole('button', { name: 'Remove 2 selected' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText(/^No listings yet\. Paste/)).toBeVisible()
    await expect(page.getByText('2 listings removed.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Listings', exact: true })).toBeFocused()
  },
)

/** Long lists of all accounts are read one after another. */
const longWork = { timeout: 120_000 }

test('a table keeps the account’s own names and references, and a long list is added in parts that survive an interruption', async ({
  page,
  account,
  dashboard: { url, redis },
}) => {
  await redis.hset(`{${account.id}}:profile`, { plan: 'scale' })
  await openWatchlist(page, url, [])
  await page.getByRole('button', { name: 'Add listings' }).click()
  const lines = cids(6_000).map((cid, index) => `store-${index},Shop ${index},${cid}`)
  const table = ['store id,store name,cid', ...lines].join('\n')
  await page
    .getByLabel('File with lines')
    .setInputFiles({ name: 'stores.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await expect(page.getByRole('combobox', { name: 'store id' })).toHaveValue('reference')
  await expect(page.getByRole('combobox', { name: 'store name' })).toHaveValue('name')
  let parts = 0
  const sizes: number[] = []
  await page.route('**/api/trpc/watchlists.createListings*', async (route) => {
    parts += 1
    if (parts > 1 && parts < 5) return route.abort()
    sizes.push(route.request().postDataJSON().listings.length)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Add 6,000 listings' }).click()
  await expect(page.getByText('No response. Try again in a moment.')).toBeVisible(longWork)
  await expect(page.getByRole('progressbar', { name: 'Listings added' })).toHaveAttribute('aria-valuenow', '5000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('6,000 listings added.')).toBeVisible(longWork)
  expect(sizes).toEqual([5_000, 1_000])

  const rows = page.getByRole('table', { name: 'Listings' }).getByRole('row')
  await expect(rows).toHaveCount(51)
  await expect(rows.nth(1)).toContainText(/Shop (\d+)store-\1/)
  const first = await rows.nth(1).textContent()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(rows.nth(1)).not.toHaveText(first ?? '')
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(rows.nth(1)).toHaveText(first ?? '')
})

test('the list shows what changed, and pauses and deletes a watchlist by keyboard', async ({
  page,
  account,
  dashboard: { url, redis },
}, { project }) => {
  const moved = await openWatchlist(page, url, [colosseum.placeId, ...cids(3)])
  await openWatchlist(page, url, [], 'Warsaw')
  await redis.hset(record(account.id, moved), { checked: Date.now() - 3_600_000 })
  const today = new Date().toISOString().slice(0, 10)
  await redis.hset(`${record(account.id, moved)}:days`, { [`${today}:moved`]: 2, [`${today}:gone`]: 1 })
  await page.goto('/watchlists')
  await expect(page.getByText('4 of 100 listings watched.')).toBeVisible()
  const table = page.getByRole('table', { name: 'Your watchlists, newest first' })
  await expect(table.getByRole('row', { name: /Berlin branches/ })).toContainText('2 moved, 1 gone')
  await expectGoodLooks(page, 'watchlists', project.name)

  const menu = table.getByRole('button', { name: 'Actions for “Berlin branches”' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Pause' }).press('Enter')
  await expect(page.getByText('“Berlin branches” paused.')).toBeVisible()
  await expect(table.getByRole('row', { name: /Berlin branches/ })).toContainText('Paused')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete watchlist' }).press('Enter')
  await expect(page.getByText('Watchlist deleted.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your watchlists' })).toBeFocused()
  await expect(table).not.toContainText('Berlin branches')
})

test('each kind of change is shown with ids to copy, moved and gone listings first', async ({
  page,
  account,
  dashboard: { url, redis },
}, { project }) => {
  const id = await openWatchlist(page, url, [])
  const key = record(account.id, id)
  const [gone, old, now] = [1, 2, 3]
    .map((nth) => numberedListing(nth))
    .map(({ cid, placeId }) => [String(cid), placeId])
  await seedEvent(redis, key, ['listing.moved', old?.[0], 'berlin-1', now, old, null, 'Alexanderplatz'], 3)
  await seedEvent(redis, key, ['listing.gone', gone?.[0], '', gone, null, null], 2)
  await seedEvent(redis, key, ['listing.back', now?.[0], 'berlin-3', now, null, null], 1)
  const listings = [{ url: 'not a link', reference: 'berlin-9' }, colosseum.placeId]
  await mutate(page, url, 'watchlists.createListings', { id, listings })
  await redis.hset(key, { moved: 1, gone: 1 })
  await page.reload()
  const changes = page.getByRole('region', { name: 'Changes' }).getByRole('listitem')
  await expect(changes).toHaveCount(4)
  await expect(changes.nth(0)).toContainText(`Gone`)
  await expect(changes.nth(0).getByRole('button', { name: `Copy CID ${gone?.[0]}` })).toBeVisible()
  await expect(changes.nth(1)).toContainText('Alexanderplatz (berlin-1): moved')
  await expect(changes.nth(2)).toContainText('berlin-9: unreadable')
  await expect(changes.nth(3)).toContainText('berlin-3: back')
  await expect(diff(page)).toHaveText('1 moved · 1 gone · 1 unchanged · 1 unreadable')
  await expectGoodLooks(page, 'watchlist-changes', project.name)
  await expectGoodLooksAt(page, { 768: { width: 768, height: 900 }, 1440: { width: 1440, height: 900 } }, 'watchlist')
})

test('a watchlist shows why its listings are not checked, and what to do', async ({
  page,
  account,
  dashboard: { url, redis },
}, { project }) => {
  const id = await openWatchlist(page, url, [colosseum.placeId])
  await expect(diff(page)).toHaveText('1 unchanged')
  const key = record(account.id, id)
  const later = Date.now() + 3_600_000
  await redis.hset(key, { failing: 3, failingSince: Date.now() - 7_200_000, failingCode: 'upstream_unavailable' })
  await redis.hset(key, { reason: 'quota', until: later, full: 1 })
  await page.reload()
  await expect(page.getByText(/^You’re out of calls for this month\. Checks continue automatically/)).toBeVisible()
  await expect(page.getByText(/^Some listings in the batch were not added, because your plan allows 100/)).toBeVisible()
  await expect(page.getByText(/^3 listings couldn’t be checked since .* again every hour/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'About this error' })).toHaveAttribute(
    'href',
    '/docs/errors/upstream_unavailable',
  )
  await expectGoodLooks(page, 'watchlist-waiting', project.name)
  for (const [reason, words] of [
    ['plan', /^Your plan allows 100 listings, but you watch 1\./],
    ['suspended', /^This account is suspended\./],
    ['upstream', /^Google’s limits have been reached\./],
  ] as const) {
    await redis.hset(key, { reason, until: later })
    await page.reload()
    await expect(page.getByText(words)).toBeVisible()
  }

  await page.getByRole('button', { name: 'Actions for this watchlist' }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(page.getByText(/^Nothing is checked until you resume the watchlist\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check now' })).toBeDisabled()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText(/^Nothing is checked until you resume the watchlist\./)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Check now' })).toBeEnabled()
})

test('another account’s watchlist is not shown', async ({ page, account: _ }) => {
  await page.goto('/watchlists/watch_7hTz1qLw9XbN3cRk')
  await expect(page.getByRole('alert').getByText(/no such watchlist/)).toBeVisible()
})

test('a server with watchlists off says so and offers none', async ({ page, account: _ }, { project }) => {
  await page.route('**/api/trpc/watchlists.overview*', (route) =>
    route.fulfill({ contentType: 'application/json', body: JSON.stringify({ result: { data: null } }) }),
  )
  await page.goto('/watchlists')
  await expect(page.getByText('Watchlists are turned off on this server')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New watchlist' })).toHaveCount(0)
  await expectGoodLooks(page, 'watchlists-off', project.name)
})

test('a listing can be watched from the start page', async ({ page, account: _ }, { project }) => {
  await page.goto('/')
  await hydrated(page)
  await expect(boxOf(page)).toBeVisible()
  await lookUp(page, colosseum.placeId)
  const part = answerOf(page).getByRole('region', { name: 'Watchlists' })
  await part.getByRole('button', { name: 'Watch' }).click()
  const dialog = page.getByRole('dialog', { name: 'Watch this listing' })
  await dialog.getByLabel('Name of the new watchlist').fill('Rome')
  await dialog.getByLabel('Name of the listing').fill('Anfiteatro')
  await dialog.getByLabel('Your reference').fill('rome-1')
  await expectGoodLooks(page, 'listing-watch', project.name)
  await dialog.getByRole('button', { name: 'Watch' }).click()
  await expect(part).toContainText('Watched in Rome')
  await expectGoodLooks(page, 'listing-watched', project.name)
  await part.getByRole('link', { name: 'Rome' }).click()
  await page.waitForURL(/\/watchlists\/watch_\w+$/)
  await expect(page.getByRole('table', { name: 'Listings' })).toContainText('Anfiteatrorome-1')
})

test('the command menu opens watchlists, and the dialog for a new one', async ({ page, account: _, dashboard }) => {
  await openWatchlist(page, dashboard.url, [], 'Hamburg harbor')
  await page.goto('/usage')
  await hydrated(page)
  await page.keyboard.press('Control+k')
  const box = page.getByRole('dialog').getByPlaceholder('Paste a link, or search')
  await box.fill('hamburg')
  await page.getByRole('option', { name: /Hamburg harbor/ }).click()
  await page.waitForURL(/\/watchlists\/watch_\w+$/)
  await page.keyboard.press('Control+k')
  await box.fill('new watchlist')
  await page.getByRole('option', { name: 'New watchlist', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'New watchlist' })).toBeVisible()
  await expect(page).toHaveURL(/\/watchlists$/)
})

test('an incomplete unsubscribe link turns nothing off', async ({ page }) => {
  await page.goto('/unsubscribe?token=abc')
  await expect(page.getByRole('alert').getByText(/This link is incomplete\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop these emails' })).toHaveCount(0)
})
