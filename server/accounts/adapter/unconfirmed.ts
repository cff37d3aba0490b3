import { mailMode } from '../sign-in-options'

/**
 * A user without a sign-in method, left by an interrupted sign-up or deletion, expires after this. The e-mail is then free
 * again.
 */
export const unreachableSeconds = 60

/** Where an e-mail is confirmed before the first sign-in, an account whose e-mail is not expires after this. */
export const unconfirmedSeconds = 86_400

/** How long a new account lasts unless its e-mail is confirmed; null: for good. */
export const unconfirmedLasts = (): number | null => (mailMode() === 'smtp' ? unconfirmedSeconds : null)
