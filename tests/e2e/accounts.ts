import type { Page } from '@playwright/test'
import { keptMail } from './kept-mail'
import { test as base, expect, hydrated } from './pinref'
import { sharedServer } from './servers'

interface Fixtures {
  /** The server with accounts that all tests share. */
  accounts: {
    url: string
    /** Waits for the newest email to an address; this server stores its emails. */
    mailTo(email: string, subject: string): Promise<{ text: string }>
  }
}

let addresses = 0

/** For tests of sign-in. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
  accounts: async ({}, use) => {
    const { url, dataDir } = sharedServer('accounts')
    await use({ url, mailTo: (email, subject) => keptMail(dataDir, email, subject) })
  },
  baseURL: ({ accounts }, use) => use(accounts.url),
  // Every test calls from its own address, because sign-in is limited by address.
  extraHTTPHeaders: ({ baseURL: _ }, use, { workerIndex }) =>
    use({ 'x-forwarded-for': `10.${workerIndex % 250}.${Math.floor(addresses / 250)}.${addresses++ % 250}` }),
})

export { expect }

export const password = 'correct horse battery'

let people = 0
export const newEmail = () => `ada.${process.pid}.${people++}@example.com`

/** Opens a page and waits until it is interactive. */
export async function visit(page: Page, path: string) {
  await page.goto(path)
  await hydrated(page)
}

export async function fillIn(page: Page, email: string, word = password) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(word)
}

/** Signs someone up in this page's browser without the form. The page does not change. */
export async function signUp(page: Page, email = newEmail()): Promise<string> {
  const { origin } = new URL((await page.request.get('/api/health')).url())
  const answer = await page.request.post('/api/auth/sign-up/email', {
    headers: { origin },
    data: { email, password, name: 'Ada' },
  })
  expect(answer.status()).toBe(200)
  return email
}

/** Signs someone up with the form and ends on the keys page. */
export async function signUpByForm(page: Page, email = newEmail()): Promise<string> {
  await visit(page, '/sign-up')
  await fillIn(page, email)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/keys?welcome=starter')
  return email
}

export async function signIn(page: Page, email: string, word = password) {
  await fillIn(page, email, word)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Stops the browser from leaving this site and returns the target address. */
export async function leavingFor(page: Page, pattern: string, act: () => Promise<void>): Promise<string> {
  let destination = ''
  await page.route(pattern, (route) => {
    destination = route.request().url()
    // With 204, the browser does not leave the page.
    return route.fulfill({ status: 204 })
  })
  await act()
  await expect.poll(() => destination, { timeout: 20_000 }).not.toBe('')
  return destination
}

/** Returns the link in an email, with the server's address as used in the browser. */
export function linkIn({ text }: { text: string }, baseURL: string | undefined): string {
  const [link = ''] = /http\S+/.exec(text) ?? []
  const { pathname, search } = new URL(link)
  return new URL(pathname + search, baseURL).href
}

/** One plan's card. */
export const planCard = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, level: 2 }) })
