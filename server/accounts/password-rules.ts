import { APIError } from 'better-auth/api'

/** better-auth refuses shorter passwords. */
const shortestPassword = 8

/** Shorter names occur in many good passwords by chance. */
const shortestName = 4

/**
 * Refuses a new password that an attacker would try early: a common one, or one made of the name in the email.
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
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_LIKE_EMAIL', message: 'Password is too close to the email' })
  }
}

/** `ada` of `Ada+pinref@example.com`. */
const nameOf = (email: string): string => email.toLowerCase().replace(/(\+[^@]*)?@[^@]*$/, '')
