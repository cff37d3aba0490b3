import { handleApi } from '@/server/entrances/http/handle-api'
import { readAccountLog } from '@/server/features/audit/log'
import { preferAccount } from '@/server/features/sign-in/session-account'
import type { Role } from '@/server/metering/access/members'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { accountOf, join, ownersPlace } from '../../support/new-account'
import { Browser, newEmail } from './browser'

/** The `User-Agent` for the calls below. */
export const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

/** Calls a dashboard mutation. */
export async function mutate(browser: Browser, procedure: string, input: unknown = {}) {
  const request = new Request(`http://localhost:3000/api/trpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: browser.cookieHeader(), 'user-agent': userAgent },
    body: JSON.stringify(input),
  })
  const response = await handleApi(request, browser.client)
  const { result } = (await response.json()) as { result?: { data: unknown } }
  return { status: response.status, data: result?.data as { key: string; id: string } }
}

/** Calls a dashboard query. */
export async function query(browser: Browser, procedure: string, input: unknown) {
  const path = `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`
  const request = new Request(`http://localhost:3000${path}`, { headers: { cookie: browser.cookieHeader() } })
  const response = await handleApi(request, browser.client)
  return { status: response.status, body: await response.json() }
}

/** Signs someone up. */
export async function person() {
  const browser = new Browser()
  const email = newEmail()
  const personId = (await browser.signUp(email)).json?.user?.id ?? ''
  return { browser, email, personId, accountId: await accountOf(personId) }
}

/** Signs someone up who is in another account, where their browser is. */
export async function memberIn(accountId: string, role: Role) {
  const one = await person()
  await join(accountId, one.personId, role)
  await preferAccount(one.personId, accountId)
  await one.browser.signIn(one.email)
  return { browser: one.browser, email: one.email, personId: one.personId, ownAccountId: one.accountId }
}

/** Returns the events that an account's owner sees, oldest first. */
export async function logOf(accountId: string) {
  await finishWork()
  return (await readAccountLog(await ownersPlace(accountId), { count: 100 })).events.reverse()
}

export const kindsOf = async (accountId: string) => (await logOf(accountId)).map(({ kind }) => kind)
export const lastOf = async (accountId: string) => (await logOf(accountId)).at(-1)
