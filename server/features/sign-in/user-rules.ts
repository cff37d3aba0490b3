import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import { countAttempt } from '@/server/metering/access/limiter'
import { type Limit, limits } from '@/server/metering/access/limits'
import { personByEmail, removeUnconfirmed } from './adapter/users'
import { callingNetwork, knownBrowser } from './caller'
import { holdPasswordTurn, trustOwner } from './passwords'

/** RFC 5321: the maximum length of an address in a message's path, and the maximum length of the part before the @. */
export const longestEmail = 254
const longestLocalPart = 64

const longestName = 100
const longestUserAgent = 300

/** @throws APIError if no email could be sent to this address. better-auth has already checked the format. */
export function checkEmail(email: string): void {
  if (email.length > longestEmail || email.lastIndexOf('@') > longestLocalPart) {
    throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL', message: 'Invalid email' })
  }
}

/**
 * Rejects a new account whose provider has not verified the email. Otherwise, the email's owner might find the email
 * already in use, or share the account with a stranger.
 * @throws APIError `EMAIL_NOT_VERIFIED`.
 */
export function checkConfirmed(emailVerified: boolean, path: string | undefined): void {
  if (emailVerified || path === '/sign-up/email') return
  throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED', message: 'Email not verified' })
}

/** Returns a name as one line of at most 100 characters. */
export function tidyName(name: string): string {
  const line = name
    .replace(/\p{C}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...line].slice(0, longestName).join('')
}

/** Returns as much of a User-Agent as is useful for recognizing a session. */
export const tidyUserAgent = (text: string): string => text.slice(0, longestUserAgent)

/**
 * Removes an unconfirmed account when GitHub or Google verifies that its email belongs to the person who signs in.
 * Otherwise, a stranger's sign-up could keep that person out.
 */
export const providerFirst = {
  id: 'pinref-provider-first',
  init({ socialProviders }) {
    for (const provider of socialProviders) {
      const { getUserInfo } = provider
      provider.getUserInfo = async (token) => {
        const info = await getUserInfo.call(provider, token)
        if (info?.user.emailVerified && info.user.email) await removeUnconfirmed(info.user.email.toLowerCase())
        return info
      }
    }
  },
} satisfies BetterAuthPlugin

/** The password lengths that better-auth accepts. */
export const shortestPassword = 8
export const longestPassword = 128

/** The minimum length of a name to check, because shorter names occur in many good passwords by chance. */
const shortestName = 4

/**
 * Rejects a new password that an attacker would try early: a common one, or one derived from the email's local part.
 * @throws APIError `PASSWORD_TOO_COMMON`, `PASSWORD_LIKE_EMAIL`.
 */
export async function checkNewPassword(password: unknown, email: unknown): Promise<void> {
  if (typeof password !== 'string' || password.length < shortestPassword) return
  const text = password.toLowerCase()
  const { commonPasswords } = await import('./common-passwords')
  if (commonPasswords.has(text)) {
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_COMMON', message: 'Password is too common' })
  }
  const name = typeof email === 'string' ? nameOf(email) : ''
  if (name.length >= shortestName && (text.includes(name) || name.includes(text))) {
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_LIKE_EMAIL', message: 'Password is too similar to the email' })
  }
}

/** `ada` of `Ada+pinref@example.com`. */
const nameOf = (email: string): string => email.toLowerCase().replace(/(\+[^@]*)?@[^@]*$/, '')

/**
 * Counts a password attempt for the account with this email. Strangers cannot lock the owner out: their attempts are
 * limited per network and across all networks, but a browser that has signed in to the account before is counted
 * separately. The attempt gets its turn first, so one that is rejected because too many are waiting does not count.
 * @throws APIError 429.
 */
export async function countPasswordTry(context: GenericEndpointContext, email: string): Promise<void> {
  const account = email.toLowerCase()
  const accountId = await personByEmail(account)
  const browser = accountId === null ? null : await knownBrowser(context, accountId)
  if (browser !== null) trustOwner()
  await holdPasswordTurn()
  if (browser !== null) return within(`password:${account}:browser:${browser}`, limits.passwordsAtAccount)
  await within(`password:${account}:network:${callingNetwork(context.headers)}`, limits.passwordsAtAccount)
  // Attempts over one network's limit do not count toward the limit for all networks.
  await within(`password:${account}`, limits.passwordsFromAnywhere)
}

async function within(what: string, { max, windowSeconds }: Limit): Promise<void> {
  const { allowed, retryAfter } = await countAttempt(what, { max, window: windowSeconds })
  if (allowed) return
  const message = 'Too many requests. Please try again later.'
  throw new APIError('TOO_MANY_REQUESTS', { message }, { 'x-retry-after': String(retryAfter) })
}
