import { untilWords } from '@/components/problems/until'

/**
 * Calls better-auth at `/api/auth`. better-auth's own client would add 12 KB to every page.
 * @param path below `/api/auth`: `/sign-in/email`.
 * @throws AuthFault with a message to show.
 */
export async function authCall<Answer = unknown>(path: string, body: Record<string, unknown> = {}): Promise<Answer> {
  return answerOf(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}

/** Reads from better-auth. @throws AuthFault as `authCall` does. */
export const authRead = <Answer>(path: string): Promise<Answer> => answerOf(path, {})

async function answerOf<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(`/api/auth${path}`, init).catch(() => {
    throw noAnswer()
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw faultOf(response.status, answer, response.headers.get('retry-after'))
  return answer as Answer
}

/** The fields that can be invalid. */
export type FieldName = 'email' | 'password' | 'newPassword' | 'confirmation' | 'code' | 'recoveryCode' | 'name'

/** Why a form was not accepted, as a message for the user. */
export class AuthFault extends Error {
  override readonly name = 'AuthFault'

  /**
   * @param detail what happened and what to do.
   * @param field the invalid field; null if there is none.
   * @param code better-auth's or ours; null if there was no response.
   */
  constructor(
    readonly detail: string,
    readonly field: FieldName | null = null,
    readonly code: string | null = null,
  ) {
    super(detail)
  }
}

const faults: Record<string, [detail: string, field?: FieldName]> = {
  INVALID_EMAIL_OR_PASSWORD: ['Incorrect email or password.', 'password'],
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: ['This email already has an account. Sign in instead.', 'email'],
  USER_ALREADY_EXISTS: ['This email already has an account. Sign in instead.', 'email'],
  INVALID_EMAIL: ['We couldn’t send an email to this address. Check the spelling.', 'email'],
  INVALID_PASSWORD: ['Incorrect password.', 'password'],
  PASSWORD_TOO_SHORT: ['Use at least 8 characters.', 'newPassword'],
  PASSWORD_TOO_COMMON: ['This password is too easy to guess. Choose another one.', 'newPassword'],
  PASSWORD_LIKE_EMAIL: ['This password is too similar to your email. Choose another one.', 'newPassword'],
  PASSWORD_TOO_LONG: ['Use at most 128 characters.', 'newPassword'],
  EMAIL_ALREADY_VERIFIED: ['This email is already confirmed. Sign in.'],
  EMAIL_NOT_VERIFIED: ['Confirm your email first. We’ve just sent you a new link.'],
  INVALID_TOKEN: ['This link was already used or is more than an hour old. Request a new one.'],
  INVALID_CODE: ['This code is wrong or was already used. Enter the code your app shows now.', 'code'],
  INVALID_BACKUP_CODE: ['This isn’t one of your unused recovery codes. Check the code or use another.', 'recoveryCode'],
  INVALID_TWO_FACTOR_COOKIE: ['That took longer than ten minutes. Sign in again.'],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: ['Too many wrong codes. Sign in again.'],
  TOTP_ALREADY_ENABLED: ['Two-step verification is already on. Reload this page to see it.'],
  PASSKEY_NOT_FOUND: ['This passkey was removed from your account. Sign in with your password or another passkey.'],
  AUTHENTICATION_FAILED: ['This passkey didn’t work. Try again, or sign in with your password.'],
  NOT_VERIFIED: ['Your device couldn’t verify you. Set up a fingerprint, face, or PIN, then try again.'],
  CHALLENGE_NOT_FOUND: ['That took longer than five minutes. Try again.'],
  PREVIOUSLY_REGISTERED: ['This device already has a passkey for an account here.'],
  TOO_MANY_PASSKEYS: ['You have 20 passkeys, the maximum per account. Remove one first.'],
  UNKNOWN_APP: ['This request has expired. Go back to the app and connect it again.'],
  TOO_MANY_APPS: ['You have 50 connected apps, the maximum. Disconnect one on your account page first.'],
  NOT_A_MEMBER: ['You are no longer in this account. Reload the page to choose another.'],
  FAILED_TO_VERIFY_REGISTRATION: ['This passkey couldn’t be added. Try again.'],
  INVALID_NAME: ['Use 1 to 60 characters.', 'name'],
  TRY_AGAIN: ['That didn’t work. Try again.'],
  SESSION_NOT_FRESH: ['You signed in more than a week ago. Sign out and back in, then try again.'],
  SESSION_EXPIRED: ['To delete an account without a password, sign out and back in first.'],
  UNAUTHORIZED: ['Your session has expired. Sign in again in another tab. What you typed stays here.'],
}

const sessionEnded = 'UNAUTHORIZED'

/** Whether a sign-in has to start over, with the password. */
export const isStepEnded = ({ code }: AuthFault): boolean =>
  code === 'INVALID_TWO_FACTOR_COOKIE' || code === 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'

/** Whether signing in again would help. */
export const isSessionEnded = ({ code }: AuthFault): boolean => code === sessionEnded

/**
 * Reads the error from a response that isn't 2xx.
 * @param body from better-auth (`{ code, message }`) or a problem body (`{ code, detail }`).
 * @param retryAfter the `Retry-After` header, in seconds.
 */
export function faultOf(status: number, body: unknown, retryAfter: string | null): AuthFault {
  const { code, detail, message } = fields(body)
  if (status === 429) {
    // The server is busy; this person may have made only one attempt.
    const problem = code === 'TOO_MANY_SIGN_INS' ? 'Too many sign-in attempts right now' : 'Too many attempts'
    return new AuthFault(`${problem}. Try again ${waitWords(Number(retryAfter))}.`, null, '429')
  }
  const entry = faults[code ?? '']
  if (entry) return new AuthFault(entry[0], entry[1] ?? null, code)
  if (status === 401) return faultOf(401, { code: sessionEnded }, null)
  if (message === 'Email is the same') return new AuthFault('This is already your email.', 'email')
  if (message?.startsWith('[body.email]') || message?.startsWith('[body.newEmail]')) {
    return faultOf(status, { code: 'INVALID_EMAIL' }, null)
  }
  if (detail) return new AuthFault(detail, null, code)
  return new AuthFault('Something went wrong on our side. Try again in a moment.', null, code)
}

/** Returns the error for a call without a response. */
const noAnswer = () =>
  new AuthFault('No response. Check your connection, then try again. What you typed is still here.')

/** Returns how long to wait: "in 42 seconds", "in 12 minutes". */
function waitWords(seconds: number): string {
  if (!(seconds >= 1)) return 'in a minute'
  if (seconds >= 90) return untilWords(seconds * 1000, 0)
  return seconds === 1 ? 'in one second' : `in ${seconds} seconds`
}

function fields(body: unknown): { code: string | null; detail: string | null; message: string | null } {
  const input = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const text = (name: string) => (typeof input[name] === 'string' ? (input[name] as string) : null)
  return { code: text('code'), detail: text('detail'), message: text('message') }
}
