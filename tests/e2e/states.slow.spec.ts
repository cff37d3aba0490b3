import type { Page } from '@playwright/test'
import { expectGoodLooks } from './looks'
import { answerOf, boxOf, colosseum, expect, leftToday, lookUp, lookupPart, open, openTab, test } from './pinref'

/** Every page state, and how to reach it. */
const states: Record<string, (page: Page, frugalUrl: string) => Promise<void>> = {
  empty: (page) => open(page),
  reading: async (page) => {
    await open(page)
    await boxOf(page).fill(colosseum.link)
    await expect(page.getByText('Desktop map link to “Colosseum”.')).toBeVisible()
  },
  pending: async (page) => {
    await page.route('**/api/trpc/listings.resolve*', () => {})
    await open(page)
    await lookUp(page, colosseum.link)
    await expect(page.getByText('Looking it up')).toBeAttached()
  },
  answer: async (page) => {
    await open(page)
    await lookUp(page, colosseum.link)
    await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()
    await answerOf(page).getByRole('button', { name: 'Copy place id' }).focus()
  },
  'answer-outside-the-sample': async (page) => {
    await open(page)
    await lookUp(page, 'https://maps.app.goo.gl/FoksPtKVKYoeAt4w8')
    await expect(answerOf(page).getByRole('heading', { name: /Akureyri/ })).toBeVisible()
  },
  'answer-bare-cid': async (page) => {
    await open(page)
    await lookUp(page, '13393458114030309557')
    await expect(answerOf(page).getByText('One number, two formats')).toBeVisible()
  },
  problem: async (page) => {
    await open(page)
    await lookUp(page, 'https://www.google.com/maps/@51.5031352,-0.1219012,17z')
    await expect(answerOf(page).getByRole('heading', { name: 'This link does not point to one listing' })).toBeVisible()
  },
  limit: async (page, frugalUrl) => {
    await atAddressOf(page, '10.66.1')
    await open(page, frugalUrl)
    await lookUp(page, colosseum.placeId)
    await expect(leftToday(page, '0 of 1 free lookups left today')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Create a free account: 1,000 a month' })).toBeVisible()
  },
  'limit-identifiers': async (page, frugalUrl) => {
    await atAddressOf(page, '10.66.3')
    await open(page, frugalUrl)
    await lookUp(page, colosseum.placeId)
    await expect(leftToday(page, '0 of 1 free lookups left today')).toBeVisible()
    await boxOf(page).fill(colosseum.link)
    await page.getByRole('button', { name: 'Show identifiers' }).click()
    await expect(answerOf(page).getByText(/^Here are the identifiers/)).toBeVisible()
  },
  // The last free lookup was used in another tab.
  'limit-met': async (page, frugalUrl) => {
    await atAddressOf(page, '10.66.2')
    await open(page, frugalUrl)
    const other = await page.context().newPage()
    await open(other, frugalUrl)
    await lookUp(other, colosseum.placeId)
    await expect(leftToday(other, '0 of 1 free lookups left today')).toBeVisible()
    await other.close()
    await lookUp(page, colosseum.placeId)
    await expect(answerOf(page).getByRole('heading', { name: 'No free lookups left today' })).toBeVisible()
    await expect(answerOf(page).getByText(/^Here are the identifiers/)).toBeVisible()
  },
  shared: async (page) => {
    await open(page, `/?q=${encodeURIComponent(colosseum.link)}`)
    await expect(answerOf(page).getByRole('button', { name: 'Look up its name and rating' })).toBeVisible()
  },
  'shared-short-link': async (page) => {
    await open(page, '/?q=https%3A%2F%2Fmaps.app.goo.gl%2FFoksPtKVKYoeAt4w8')
    await expect(answerOf(page).getByRole('button', { name: 'Look it up' })).toBeVisible()
  },
  'search-empty': async (page) => {
    await open(page)
    await openTab(page, 'Search')
  },
  search: async (page) => {
    await open(page)
    await openTab(page, 'Search')
    await page.getByLabel('Business name').fill('restaurant')
    await page.keyboard.press('Enter')
    await expect(answerOf(page).getByRole('heading', { name: /^\d+ listings$/ })).toBeVisible()
  },
  convert: async (page) => {
    await open(page)
    await openTab(page, 'Convert')
    await page.getByLabel('CID, decimal or hexadecimal').fill(colosseum.hexCid)
    await expect(answerOf(page).getByRole('button', { name: 'Copy hex CID' })).toBeVisible()
  },
  'error-page': async (page) => {
    await page.goto('/docs/errors/no_listing_in_link')
    await expect(page.getByRole('heading', { name: 'This link does not point to one listing' })).toBeVisible()
  },
  'not-found': async (page) => {
    await page.goto('/no-such-page')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  },
}

/** Gives the page's calls an address that no other test uses, different for each width. */
const atAddressOf = (page: Page, network: string) =>
  page.context().setExtraHTTPHeaders({ 'x-forwarded-for': `${network}.${(page.viewportSize()?.width ?? 0) % 250}` })

/** States in which the whole page is different. In the other states, only the lookup differs. */
const whole = ['empty', 'error-page', 'not-found']

for (const [name, reach] of Object.entries(states)) {
  test(`a page in the state “${name}” is accessible and fits the screen`, async ({ page, frugalUrl }, { project }) => {
    await reach(page, frugalUrl)
    await expectGoodLooks(page, name, project.name, whole.includes(name) ? undefined : lookupPart)
  })
}
