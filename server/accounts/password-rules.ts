import { APIError } from 'better-auth/api'

/** What is shorter, better-auth refuses. */
const shortestPassword = 8

/** A shorter name is in many a good password by chance. */
const shortestName = 4

/**
 * Refuses a new password that is guessed among the first: a common one, or one made of the email's name.
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
