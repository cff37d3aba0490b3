/** Messages of the sign-in page, by the `notice` in its address. */
const notices = new Map(
  Object.entries({
    'password-changed': 'Your password is changed, and every browser is signed out. Sign in with the new one.',
    'email-confirmed': 'Your e-mail is confirmed.',
    'account-deleted': 'Your account and everything in it is deleted.',
  }),
)

/** What went wrong with a mailed link or at a provider, by the `error` that better-auth puts into the address. */
const errors = new Map(
  Object.entries({
    second_factor_needed: 'This account has two-step verification. Sign in, then open the link in the mail again.',
    INVALID_TOKEN: 'This link is not whole, or it is used up. Sign in, and a new one is sent where one is needed.',
    TOKEN_EXPIRED: 'This link is older than one hour. Sign in, and a new one is sent where one is needed.',
    USER_NOT_FOUND: 'The account of this link is deleted.',
    access_denied: 'The sign-in was cancelled there. Nothing was changed.',
    account_not_linked: 'This e-mail has an account with another way to sign in. Use that one.',
    email_not_found: 'No e-mail came with that sign-in. Make one visible there, or use e-mail and password.',
    email_not_verified: 'That e-mail is not confirmed there yet. Confirm it, then try again.',
    EMAIL_NOT_VERIFIED: 'That e-mail is not confirmed there yet. Confirm it, then try again.',
    state_mismatch: 'That sign-in took too long, or went on in another browser. Try again.',
  }),
)

export const noticeWords = (notice: string | undefined): string | null => notices.get(notice ?? '') ?? null

/** The message for an error; null where there is none. An unknown code is never shown as it is. */
export function errorWords(error: string | undefined): string | null {
  return error === undefined ? null : (errors.get(error) ?? 'That sign-in did not work. Try again.')
}
