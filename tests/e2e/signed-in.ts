import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { Redis } from 'ioredis'
import { type RedisServer, startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'
import { test as base, expect } from './pinref'

/** A server over a Redis of its own, which a test may look into, write to and take away. */
export interface Dashboard {
  url: string
  server: RedisServer
  redis: Redis
  /** The mails that were kept for somebody, oldest first. */
  mailsTo(email: string): Array<{ text: string }>
}

interface Fixtures {
  /** A person who has just signed up in the page's browser. */
  account: { id: string; email: string }
}

/** Named in the server's `OPERATOR_EMAILS`. */
export const operatorEmail = (worker: number) => `operator${worker}@example.com`

let people = 0

export const test = base.extend<Fixtures, { dashboard: Dashboard }>({
  dashboard: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
    async ({}, use, { workerIndex }) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'pinref-dashboard-'))
      const server = await startRedisServer()
      const redis = new Redis(server.url, { retryStrategy: () => 50, maxRetriesPerRequest: null })
      redis.on('error', () => {})
      const app: App = await startApp('node', {
        DATA_DIR: dataDir,
        REDIS_URL: server.url,
        OPERATOR_EMAILS: `someone@example.com, ${operatorEmail(workerIndex).toUpperCase()}`,
        // Each person calls from an address of their own, or the sign-ups of all would count as one visitor's.
        TRUSTED_PROXIES: '1',
      })
      const mailsTo = (email: string) =>
        readFileSync(join(dataDir, 'mail.jsonl'), 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as { to: string; text: string })
          .filter(({ to }) => to === email)
      await use({ url: app.url, server, redis, mailsTo })
      redis.disconnect()
      await app.stop()
      await server.stop()
      removeFolder(dataDir)
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: async ({ dashboard }, use) => use(dashboard.url),

  extraHTTPHeaders: async ({ baseURL: _ }, use, { workerIndex }) => {
    people += 1
    await use({ 'x-forwarded-for': `10.${workerIndex % 250}.${Math.floor(people / 250)}.${people % 250}` })
  },

  account: async ({ page, dashboard }, use, { workerIndex }) =>
    use(await signUp(page, dashboard.url, `person${people}.${workerIndex}@example.com`)),
})

export { expect }

export const password = 'correct horse battery'

export async function signUp(page: Page, url: string, email: string) {
  const answer = await page.request.post(`${url}/api/auth/sign-up/email`, {
    headers: { origin: url },
    data: { email, password, name: 'Ada' },
  })
  expect(answer.status()).toBe(200)
  const { user } = await answer.json()
  return { id: String(user.id), email }
}

/** Calls a procedure as the page of this browser does. */
export async function mutate(page: Page, url: string, procedure: string, input: unknown) {
  const answer = await page.request.post(`${url}/api/trpc/${procedure}`, { headers: { origin: url }, data: input })
  expect(answer.status()).toBe(200)
  return (await answer.json()).result.data
}

/** Calls an operation as a backend does, with a key; answers the status. */
export async function callWithKey(url: string, key: string, operation = 'convert', body: unknown = { cid: '1' }) {
  const answer = await fetch(`${url}/api/${operation}`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  return answer.status
}

/** A month as the store names it, so many before this one: `2026-11`. */
export const monthOf = (back: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7)
}

/** Writes what an account has used in a month, as the server itself counts it. */
export async function seedUsage(
  redis: Redis,
  account: string,
  month: string,
  used: number,
  calls: Record<string, number>,
) {
  await redis.set(`{${account}}:usage:${month}`, used)
  await redis.hset(`{${account}}:calls:${month}`, calls)
}

/** Tries again, as the page offers to, until the store is back and this is there. */
export async function tryAgainUntil(within: Page | Locator, wanted: Locator) {
  const again = within.getByRole('button', { name: 'Try again' }).first()
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 })
    await expect(wanted).toBeVisible({ timeout: 2_000 })
  }).toPass()
}

/** Takes the store away for as long as a step lasts. */
export async function withoutStore({ server }: Dashboard, step: () => Promise<void>) {
  server.process.kill('SIGKILL')
  try {
    await step()
  } finally {
    await server.restart()
  }
}
