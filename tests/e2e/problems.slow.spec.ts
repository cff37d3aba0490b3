import type { Page } from '@playwright/test'
import { answerOf, boxOf, clipboard, colosseum, expect, leftToday, lookUp, open, openTab, test } from './pinref'

test('for an unsupported link, the page explains what to paste instead, and keeps the text', async ({ page }) => {
  await open(page)
  await lookUp(page, 'https://example.com/')
  const answer = answerOf(page)
  await expect(answer.getByRole('heading', { name: 'Not a Google Maps link' })).toBeVisible()
  await expect(answer.getByText(/Paste a share link/)).toBeVisible()
  await expect(boxOf(page)).toHaveValue('https://example.com/')

  await answer.getByRole('button', { name: 'Copy request id' }).click()
  await expect.poll(() => clipboard(page)).toMatch(/^\S{8,}$/)

  await expect(answer.getByRole('link', { name: 'About this error' })).toHaveAttribute(
    'href',
    '/docs/errors/unsupported_link',
  )
  await answer.getByRole('button', { name: 'Edit the text' }).click()
  await expect(boxOf(page)).toBeFocused()
  await answer.getByRole('button', { name: 'Search by name instead' }).click()
  await expect(page.getByLabel('Business name')).toBeVisible()
})

test('a map link that doesn’t point to a listing is explained', async ({ page }) => {
  await open(page)
  await lookUp(page, 'https://www.google.com/maps/@51.5031352,-0.1219012,17z')
  await expect(answerOf(page).getByRole('heading', { name: 'This link does not point to one listing' })).toBeVisible()
  await expect(boxOf(page)).toHaveAttribute('aria-invalid', 'true')
})

test('a lookup without a connection shows an error and can be retried', async ({ page, context }) => {
  await open(page)
  await lookUp(page, 'https://example.com/')
  await expect(answerOf(page).getByRole('heading', { name: 'Not a Google Maps link' })).toBeVisible()
  await context.setOffline(true)
  await lookUp(page, colosseum.placeId)
  await expect(answerOf(page).getByRole('heading', { name: 'No response' })).toBeVisible()
  await answerOf(page).getByRole('button', { name: 'Copy CID', exact: true }).click()
  expect(await clipboard(page), 'the identifiers are there anyway').toBe(colosseum.cid)
  await context.setOffline(false)
  await answerOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()
})

test('a part of the page that did not load because of a lost connection loads on the next attempt', async ({
  page,
  context,
}) => {
  await open(page)
  await context.setOffline(true)
  await lookUp(page, colosseum.placeId)
  await expect(answerOf(page).getByText('Part of this page didn’t load')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'No response' })).toHaveCount(1)
  await context.setOffline(false)
  await answerOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()
})

/** Responds to lookups with a problem. */
async function refuse(page: Page, status: number, code: string, more: object = {}) {
  const problem = { title: 'Refused', status, detail: 'It was refused.', code, request_id: 'e2e-1', ...more }
  const error = { message: problem.detail, code: -32603, data: { code: 'CODE', httpStatus: status, problem } }
  await page.route('**/api/trpc/listings.resolve*', (route) => route.fulfill({ status, json: { error } }))
}

const needsLookup = 'Here are the identifiers. The name and rating need a lookup.'

for (const [status, code] of [
  [429, 'free_quota_exhausted'],
  [429, 'too_many_requests'],
  [500, 'upstream_unavailable'],
  [500, 'store_unavailable'],
] as const) {
  test(`the identifiers in a link are shown even if its lookup fails with ${code}`, async ({ page }) => {
    await refuse(page, status, code)
    await open(page)
    await lookUp(page, colosseum.link)
    const answer = answerOf(page)
    await expect(answer.getByRole('heading', { name: 'Refused' })).toBeVisible()
    await expect(answer.getByRole('heading', { name: 'Colosseum' })).toBeVisible()
    await expect(answer.getByText(needsLookup)).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: needsLookup })).toContainText(colosseum.cid)
    await answer.getByRole('button', { name: 'Copy review link' }).click()
    await expect.poll(() => clipboard(page)).toBe(colosseum.reviewUrl)
  })
}

test('a followed short link’s identifiers are shown even if the lookup failed', async ({ page }) => {
  await refuse(page, 500, 'upstream_unavailable', {
    identifiers: { cid: colosseum.cid, hex_cid: colosseum.hexCid, place_id: colosseum.placeId },
  })
  await open(page)
  await lookUp(page, 'https://maps.app.goo.gl/FoksPtKVKYoeAt4w8')
  // Before that, the example is shown in the same place.
  await expect(answerOf(page).getByRole('heading', { name: 'Refused' })).toBeVisible()
  await answerOf(page).getByRole('button', { name: 'Copy feature id' }).click()
  await expect.poll(() => clipboard(page)).toBe(colosseum.featureId)
})

test('a link that the server rejects shows no identifiers, even if the page can read the link', async ({ page }) => {
  await refuse(page, 400, 'no_listing_in_link')
  await open(page)
  await lookUp(page, colosseum.link)
  await expect(answerOf(page).getByRole('heading', { name: 'Refused' })).toBeVisible()
  await expect(answerOf(page).getByRole('button', { name: 'Copy CID', exact: true })).toHaveCount(0)
})

test('without a connection, a short link shows that it needs one', async ({ page, context }) => {
  await open(page)
  await boxOf(page).fill('https://maps.app.goo.gl/FoksPtKVKYoeAt4w8')
  await expect(page.getByText('Share link. Look it up to find its listing.')).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Look up', exact: true }).click()
  await expect(answerOf(page).getByText(/^A share link doesn’t contain identifiers\./)).toBeVisible()
})

test(
  'when no lookups are left, the page shows a link’s identifiers and the time of the next lookup, and converts CIDs',
  {
    tag: '@phone',
  },
  async ({ page, frugalUrl }, { project }) => {
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('listings.resolve')) requests.push(request.url())
    })
    await page
      .context()
      .setExtraHTTPHeaders({ 'x-forwarded-for': project.name === 'phone' ? '10.66.0.3' : '10.66.0.2' })
    await open(page, frugalUrl)
    await lookUp(page, colosseum.placeId)
    await expect(leftToday(page, '0 of 1 free lookups left today')).toBeVisible()
    await expect(leftToday(page, /^Resets in (\d+ hours?|\d+ minutes?)/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Look up', exact: true })).toHaveCount(0)
    const answer = answerOf(page)
    await expect(page.getByRole('button', { name: 'Show identifiers' })).toHaveCount(0)
    await boxOf(page).press('Enter')
    await expect(answer.getByText(/^Saved in this browser/), 'the last answer is not replaced').toBeVisible()
    await expect(answer.getByText('502,371 reviews')).toBeVisible()

    await boxOf(page).fill('https://maps.app.goo.gl/FoksPtKVKYoeAt4w8')
    await expect(page.getByText('Share link. Look it up to find its listing.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show identifiers' })).toHaveCount(0)
    await boxOf(page).fill(colosseum.link)
    await page.getByRole('button', { name: 'Show identifiers' }).click()
    await expect(answer.getByText(needsLookup)).toBeInViewport()
    await expect(page.getByRole('status').filter({ hasText: needsLookup })).toContainText(colosseum.cid)
    await answer.getByRole('button', { name: 'Copy place id' }).click()
    await expect.poll(() => clipboard(page)).toBe(colosseum.placeId)
    await expect(answer.getByRole('heading', { level: 2 })).toHaveText(['Colosseum', 'No free lookups left today'])
    await expect(answer.getByText(/^More lookups in/)).toBeVisible()
    const offer = answer.getByRole('link', { name: 'Create a free account: 1,000 a month' })
    await expect(offer).toHaveAttribute('href', '/sign-up')

    await openTab(page, 'Convert')
    await page.getByLabel('CID, decimal or hexadecimal').fill('1')
    await expect(answer.getByText('0x1', { exact: true }).first()).toBeVisible()
  },
)
