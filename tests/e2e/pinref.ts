import { type ConsoleMessage, expect, type Locator, type Page } from '@playwright/test'
import { test as base } from './own-servers'
import { sharedServer } from './servers'

interface Fixtures {
  /** Fails a test if the page logs an error, throws an error, or sends a request to another origin. */
  wellBehaved: undefined
  /** The address of a server with one free lookup a day. */
  frugalUrl: string
}

export const test = base.extend<Fixtures>({
  wellBehaved: [
    async ({ page }, use) => {
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(`threw ${error.message}`))
      page.on('console', (message) => {
        if (message.type() === 'error' && !isWanted(message))
          faults.push(`logged ${message.text()} (${message.location().url})`)
      })
      page.on('request', (request) => {
        const { hostname, protocol } = new URL(request.url())
        // Navigating to another site, such as a checkout, is allowed.
        const leaves = request.isNavigationRequest() && request.frame() === page.mainFrame()
        // The page itself creates `blob:` URLs, so no server is called.
        const isOwn = hostname === '127.0.0.1' || hostname === 'localhost' || protocol === 'blob:'
        if (!isOwn && !leaves) faults.push(`asked ${hostname}`)
      })
      await use(undefined)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
  frugalUrl: ({}, use) => use(sharedServer('frugal').url),
})

export { expect }

/** Whether a test wants this message: the browser also logs loads that fail on purpose. */
function isWanted(message: ConsoleMessage): boolean {
  const { pathname } = new URL(message.location().url)
  return /ERR_INTERNET_DISCONNECTED/.test(message.text()) || /^\/(?:api\/(?:trpc|auth)\/|no-such-page$)/.test(pathname)
}

export const colosseum = {
  link: 'https://www.google.com/maps/place/Colosseum/@41.8902102,12.4922309,17z/data=!3m1!4b1!4m6!3m5!1s0x132f61b6532013ad:0x28f1c82e908503c4!8m2!3d41.8902102!4d12.4922309!16zL20vMGQ1cXg',
  cid: '2950359333223072708',
  hexCid: '0x28f1c82e908503c4',
  placeId: 'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg',
  featureId: '0x132f61b6532013ad:0x28f1c82e908503c4',
  mapsUrl: 'https://maps.google.com/?cid=2950359333223072708',
  reviewUrl: 'https://search.google.com/local/writereview?placeid=ChIJrRMgU7ZhLxMRxAOFkC7I8Sg',
}

/** A selector for the form and its result on the start page. */
export const lookupPart = '#main > div:has([data-box])'

/** The region that shows results. */
export const answerOf = (page: Page) => page.getByRole('region', { name: 'Result', exact: true })

/** The text box on the “Look up” tab. */
export const boxOf = (page: Page) => page.getByLabel(/Maps link, identifier/)

/** The number of free lookups, shown in the open form. */
export const leftToday = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true })

/** Opens the page and waits until it is interactive. */
export async function open(page: Page, path = '/') {
  await page.goto(path)
  await expect(leftToday(page, /^[\d,]+ of [\d,]+ free/)).toBeVisible()
}

/** Waits for hydration and its effects, because earlier clicks and key presses do not reach React. */
export async function hydrated(page: Page) {
  await page.waitForFunction(() => {
    const controls = [...document.querySelectorAll('main form, main button, nav a')]
    return controls.every((control) => Object.keys(control).some((name) => name.startsWith('__reactProps')))
  })
  // React sets these props first, and runs the effects in a later task.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

/** Opens a section of the account page with its button and returns the section. */
export async function openSection(page: Page, name: string): Promise<Locator> {
  const section = page.getByRole('region', { name, exact: true })
  await section.getByRole('button', { expanded: false }).click()
  return section
}

export async function lookUp(page: Page, text: string) {
  await boxOf(page).fill(text)
  await page.getByRole('button', { name: 'Look up', exact: true }).click()
}

export async function openTab(page: Page, name: 'Look up' | 'Search' | 'Convert') {
  await page.getByRole('radio', { name }).check()
}

/** Opens a search result. */
export const openResult = (page: Page, nth = 0) => answerOf(page).locator('summary').nth(nth).click()

export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** The text of an identifier's highlighted bytes. */
export const litTextIn = (part: Locator) =>
  part.locator('[data-bytes]').evaluateAll((bytes) =>
    bytes
      .filter((byte) => getComputedStyle(byte).backgroundColor !== 'rgba(0, 0, 0, 0)')
      .map((byte) => byte.textContent)
      .join(''),
  )
