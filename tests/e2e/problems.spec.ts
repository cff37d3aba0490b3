import { answerOf, boxOf, clipboard, colosseum, expect, leftToday, lookUp, open, openTab, test } from './pinref'

test('for an unsupported link the page says what to paste instead, and keeps the text', async ({ page }) => {
  await open(page)
  await lookUp(page, 'https://example.com/')
  const answer = answerOf(page)
  await expect(answer.getByRole('heading', { name: 'Not a Google Maps link' })).toBeVisible()
  await expect(answer.getByText(/Paste a share link/)).toBeVisible()
  await expect(boxOf(page)).toHaveValue('https://example.com/')

  await answer.getByRole('button', { name: 'Copy request id' }).click()
  expect(await clipboard(page)).toMatch(/^\S{8,}$/)

  await expect(answer.getByRole('link', { name: 'About this error' })).toHaveAttribute(
    'href',
    '/docs/errors/unsupported_link',
  )
  await answer.getByRole('button', { name: 'Edit the text' }).click()
  await expect(boxOf(page)).toBeFocused()
  await answer.getByRole('button', { name: 'Search by name instead' }).click()
  await expect(page.getByLabel('Business name')).toBeVisible()
})

test('a map link that names no listing is explained', async ({ page }) => {
  await open(page)
  await lookUp(page, 'https://www.google.com/maps/@51.5031352,-0.1219012,17z')
  await expect(answerOf(page).getByRole('heading', { name: 'This link names no single listing' })).toBeVisible()
  await expect(boxOf(page)).toHaveAttribute('aria-invalid', 'true')
})

test('a lookup without a connection says so, and can be retried', async ({ page, context }) => {
  await open(page)
  await lookUp(page, 'https://example.com/')
  await expect(answerOf(page).getByRole('heading', { name: 'Not a Google Maps link' })).toBeVisible()
  await context.setOffline(true)
  await lookUp(page, colosseum.placeId)
  await expect(answerOf(page).getByRole('heading', { name: 'No response' })).toBeVisible()
  await context.setOffline(false)
  await answerOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()
})

test('a part of the page that did not load because of a lost connection loads on the next try', async ({
  page,
  context,
}) => {
  await open(page)
  await context.setOffline(true)
  await lookUp(page, colosseum.placeId)
  await expect(answerOf(page).getByText('Part of this page couldn’t be loaded')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'No response' })).toHaveCount(1)
  await context.setOffline(false)
  await answerOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()
})

test('known identifiers are shown even if the lookup failed', async ({ page }) => {
  const problem = {
    title: 'The source of listings did not answer',
    status: 500,
    detail: 'Google Maps did not answer in time. Try again in a moment.',
    code: 'upstream_unavailable',
    request_id: 'e2e-1',
    identifiers: { cid: colosseum.cid, hex_cid: colosseum.hexCid, place_id: colosseum.placeId },
  }
  const error = {
    message: problem.detail,
    code: -32603,
    data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, problem },
  }
  await page.route('**/api/trpc/listings.resolve*', (route) => route.fulfill({ status: 500, json: { error } }))
  await open(page)
  await lookUp(page, colosseum.placeId)
  await expect(answerOf(page).getByRole('heading', { name: problem.title })).toBeVisible()
  await answerOf(page).getByRole('button', { name: 'Copy CID', exact: true }).click()
  expect(await clipboard(page)).toBe(colosseum.cid)
})

test('when the free lookups are used up the form says when they return, and CIDs can still be converted', async ({
  page,
  frugalUrl,
}) => {
  await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': '10.66.0.2' })
  await open(page, frugalUrl)
  await lookUp(page, colosseum.placeId)
  await expect(leftToday(page, '0 of 1 free lookups left today')).toBeVisible()
  await expect(leftToday(page, /^More in (\d+ hours?|\d+ minutes?)/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Look up', exact: true })).toHaveCount(0)
  const offer = page.getByRole('link', { name: 'Create a free account: 1,000 a month' }).filter({ visible: true })
  await expect(offer).toHaveAttribute('href', '/sign-up')
  await openTab(page, 'Convert')
  await page.getByLabel('CID, decimal or hexadecimal').fill('1')
  await expect(answerOf(page).getByText('0x1', { exact: true }).first()).toBeVisible()
})
