/** The messages of the sign-in page, by the `notice` in its address. */
const notices = new Map(
  Object.entries({
    'password-changed': 'Password changed, and every browser signed out. Sign in with the new one.',
    'email-confirmed': 'Your email address is confirmed.',
    'account-deleted': 'Your account and all its data have been deleted.',
  }),
)

/** What went wrong with a mailed link or at a provider, by the `error` that better-auth puts into the address. */
const errors = new Map(
  Object.entries({
    second_factor_needed: 'This account has two-step verification. Sign in, then open the link in the mail again.',
    INVALID_TOKEN: 'This link is incomplete or was already used. Sign in, and we’ll send a new one if you need it.',
    TOKEN_EXPIRED: 'This link is older than one hour. Sign in, and we’ll send a new one if you need it.',
    USER_NOT_FOUND: 'The account for this link was deleted.',
    access_denied: 'Sign-in was cancelled. Nothing was changed.',
    account_not_linked: 'This email already has an account with another way to sign in. Use that one.',
    email_not_found: 'That sign-in shared no email. Make one visible there, or sign up with email and password.',
    email_not_verified: 'That email isn’t confirmed there yet. Confirm it, then try again.',
    EMAIL_NOT_VERIFIED: 'That email isn’t confirmed there yet. Confirm it, then try again.',
    state_mismatch: 'That sign-in took too long or continued in another browser. Try again.',
  }),
)

export const noticeWords = (notice: string | undefined): string | null => notices.get(notice ?? '') ?? null

/** Returns the message for an error; null if there is no error. An unknown code is never shown to the user. */
export function errorWords(error: string | undefined): string | null {
  return error === undefined ? null : (errors.get(error) ?? 'That sign-in didn’t work. Try again.')
}
