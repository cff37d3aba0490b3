import type { Page } from '@playwright/test'
import { linesOf } from './bulk'
import { createKey } from './keys'
import { answerOf, boxOf, colosseum, hydrated, leftToday, lookUp } from './pinref'
import { expect, test } from './signed-in'

/** Delays the scripts like a slow connection; returns a function that releases them. */
async function withoutScriptsYet(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('text typed before the script has loaded is recognized', async ({ page }) => {
  const release = await withoutScriptsYet(page)
  await page.goto('/', { waitUntil: 'commit' })
  await boxOf(page).fill(colosseum.placeId)
  release()
  await expect(page.getByText('Place id: one listing.')).toBeVisible()
  await expect(boxOf(page)).toHaveValue(colosseum.placeId)
  await page.getByRole('button', { name: 'Look up', exact: true }).click()
  await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()
})

test('a lookup sent before the script has loaded gets a result', async ({ page }) => {
  const release = await withoutScriptsYet(page)
  await page.goto('/', { waitUntil: 'commit' })
  await boxOf(page).fill(colosseum.placeId)
  await page.getByRole('button', { name: 'Look up', exact: true }).click()
  await page.waitForURL(`**/?q=${colosseum.placeId}&details=full&sent=1`, { waitUntil: 'commit' })
  release()
  await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()
  await expect(leftToday(page, '4 of 5 free lookups left today')).toBeVisible()
})

test('the identifiers don’t move when a listing’s tools load', { tag: '@phone' }, async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes('Copy all as')) await released
    await route.fulfill({ response })
  })
  await page.goto('/')
  await hydrated(page)
  await lookUp(page, colosseum.placeId)
  const answer = answerOf(page)
  const identifiers = answer.getByRole('table')
  const top = () => identifiers.evaluate((table) => table.getBoundingClientRect().top + window.scrollY)
  await expect(answer.getByRole('heading', { name: 'Colosseum' })).toBeVisible()
  const before = await top()
  const tools = answer.getByRole('region', { name: 'Use this listing' })
  await expect(tools).toHaveCount(0)
  release()
  await expect(tools).toBeVisible()
  expect(Math.abs((await top()) - before)).toBeLessThan(16)
})

test('lines pasted before the script has loaded remain in the box', async ({ page }) => {
  const release = await withoutScriptsYet(page)
  await page.goto('/bulk', { waitUntil: 'commit' })
  await linesOf(page).fill(`${colosseum.placeId}\n${colosseum.cid}`)
  release()
  await expect(page.getByText(/^2 lines/)).toBeVisible()
  await expect(linesOf(page)).toHaveValue(`${colosseum.placeId}\n${colosseum.cid}`)
})

test('the button for a new key appears only once the script has loaded, and then works', async ({
  page,
  account: _,
}) => {
  const release = await withoutScriptsYet(page)
  await page.goto('/keys', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Your keys' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New key' })).toHaveCount(0)
  release()
  await createKey(page, 'Early')
  await expect(page.getByRole('heading', { name: 'Key “Early”' })).toBeVisible()
})
