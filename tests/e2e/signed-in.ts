import type { Locator, Page } from '@playwright/test'
import type { Redis } from 'ioredis'
import { sessionAccount } from '../support/session-account'
import type { Dashboard } from './own-servers'
import { test as base, expect } from './pinref'

interface Fixtures {
  /** A person who has just signed up in this page's browser, and their account (`id`). */
  account: { id: string; personId: string; email: string }
}

let people = 0

export const test = base.extend<Fixtures>({
  baseURL: async ({ dashboard }, use) => use(dashboard.url),

  extraHTTPHeaders: async ({ baseURL: _ }, use, { workerIndex }) => {
    people += 1
    await use({ 'x-forwarded-for': `10.${workerIndex % 250}.${Math.floor(people / 250)}.${people % 250}` })
  },

  account: async ({ page, dashboard }, use, { workerIndex }) =>
    use(await signUp(page, dashboard.url, `person${people}.${workerIndex}@example.com`)),
})

export { expect }

const password = 'correct horse battery'

export async function signUp(page: Page, url: string, email: string) {
  const answer = await page.request.post(`${url}/api/auth/sign-up/email`, {
    headers: { origin: url },
    data: { email, password, name: 'Ada' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const { user } = await answer.json()
  return { id: await accountIn(page), personId: String(user.id), email }
}

/** Returns the account of this browser's session. */
async function accountIn(page: Page): Promise<string> {
  const { cookies } = await page.request.storageState()
  return sessionAccount({ cookies: new Map(cookies.map(({ name, value }) => [name, value])) })
}

/** Signs in again in this page's browser. */
export async function signIn(page: Page, url: string, email: string) {
  const answer = await page.request.post(`${url}/api/auth/sign-in/email`, {
    headers: { origin: url },
    data: { email, password },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Calls a procedure the way this browser's page does. */
export async function mutate(page: Page, url: string, procedure: string, input: unknown) {
  const answer = await page.request.post(`${url}/api/trpc/${procedure}`, { headers: { origin: url }, data: input })
  expect(answer.status()).toBe(200)
  return (await answer.json()).result.data
}

/** Calls an operation with a key, the way a backend does, and returns the status. */
export async function callWithKey(url: string, key: string, operation = 'convert', body: unknown = { cid: '1' }) {
  const answer = await fetch(`${url}/api/${operation}`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  return answer.status
}

/** Returns the month this many months ago, in the stored format: `2026-11`. */
export const monthOf = (back: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7)
}

/** Writes an account's monthly usage to the store in the server's format. */
export async function seedUsage(
  redis: Redis,
  account: string,
  month: string,
  used: number,
  calls: Record<string, number>,
) {
  await redis.hset(`{${account}}:counts:${month}`, { used, ...calls })
}

/** Backdates an account's creation by this many months. */
export async function began(redis: Redis, account: string, monthsAgo: number) {
  await redis.hset(`{${account}}:profile`, { created: `${monthOf(monthsAgo)}-01T00:00:00.000Z` })
}

/** Clicks “Try again” until the store is back and this element is visible. */
export async function tryAgainUntil(within: Page | Locator, target: Locator) {
  const again = within.getByRole('button', { name: 'Try again' }).first()
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 })
    await expect(target).toBeVisible({ timeout: 2_000 })
  }).toPass()
}

/** Runs a step while the store is stopped. */
export async function withoutStore({ server, url }: Dashboard, step: () => Promise<void>) {
  server.process.kill('SIGKILL')
  try {
    await step()
  } finally {
    await server.restart()
    // Until Pinref reconnects, the next test would get this test's error.
    const body = JSON.stringify({ cid: '1' })
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '10.255.255.255' }
    const call = () => fetch(`${url}/api/convert`, { method: 'POST', headers, body })
    await expect.poll(async () => (await call()).status).toBeLessThan(500)
  }
}

/** Signs up an operator in this page's browser and confirms the email, or signs in if the account exists. */
export async function becomeOperator(page: Page, url: string, email: string, mailTo: Dashboard['mailTo']) {
  const credentials = { email, password: 'correct horse battery', name: 'Olga' }
  const headers = { origin: url }
  const answer = await page.request.post(`${url}/api/auth/sign-up/email`, { headers, data: credentials })
  if (answer.status() !== 200) {
    await page.request.post(`${url}/api/auth/sign-in/email`, { headers, data: credentials })
    return
  }
  const [, link = ''] = /(https?:\/\/\S+)/.exec((await mailTo(email, 'Confirm your email')).text) ?? []
  const { pathname, search } = new URL(link)
  await page.request.get(`${url}${pathname}${search}`, { maxRedirects: 0 })
}
