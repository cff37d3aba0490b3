import type { GenericEndpointContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import { type Limit, limits } from '@/server/access/limits'
import { accountByEmail } from './adapter/users'
import { countAttempt } from './attempts'
import { callingNetwork } from './client-header'
import { knownBrowser } from './known-browser'
import { noteStoreFailure } from './store-failure'

const count = noteStoreFailure(countAttempt)
const holder = noteStoreFailure(accountByEmail)

/**
 * Counts a password attempt at the account of an email. Strangers cannot lock the owner out: their attempts are limited per
 * network and over all networks, but a browser that has signed in to the account before is counted separately.
 * @throws APIError 429.
 */
export async function countPasswordTry(context: GenericEndpointContext, email: string): Promise<void> {
  const account = email.toLowerCase()
  const accountId = await holder(account)
  const known = accountId === null ? null : await knownBrowser(context, accountId)
  if (known !== null) return within(`password:${account}:browser:${known}`, limits.passwordsAtAccount)
  await within(`password:${account}:network:${callingNetwork(context.headers)}`, limits.passwordsAtAccount)
  // Attempts beyond the limit of one network do not count towards that of all networks.
  await within(`password:${account}`, limits.passwordsFromAnywhere)
}

async function within(what: string, { max, windowSeconds }: Limit): Promise<void> {
  const { allowed, retryAfter } = await count(what, { max, window: windowSeconds })
  if (allowed) return
  const message = 'Too many requests. Please try again later.'
  throw new APIError('TOO_MANY_REQUESTS', { message }, { 'x-retry-after': String(retryAfter) })
}
