import type { BetterAuthPlugin } from 'better-auth'
import { APIError } from 'better-auth/api'
import { removeUnconfirmed } from './adapter/users'

/** RFC 5321: the longest address that fits in a mail's path, and the longest part before the @. */
export const longestEmail = 254
const longestLocalPart = 64

const longestName = 100
const longestUserAgent = 300

/** @throws APIError if no mail could be sent to this address. better-auth has checked its form. */
export function checkEmail(email: string): void {
  if (email.length > longestEmail || email.lastIndexOf('@') > longestLocalPart) {
    throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL', message: 'Invalid email' })
  }
}

/**
 * Refuses to create an account with an email that its provider has not verified: the owner of the email would find it taken, or
 * share the account with a stranger.
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

/** Returns as much of a User-Agent as helps to recognize a session. */
export const tidyUserAgent = (text: string): string => text.slice(0, longestUserAgent)

/**
 * When GitHub or Google says that an email belongs to the person who signs in, removes an account of that email that was never
 * confirmed. Otherwise a stranger's sign-up could keep them out.
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
