import { mailMode } from '../sign-in-options'

/**
 * A user without a sign-in method, left by an interrupted sign-up or deletion, expires after this. The email is then free
 * again.
 */
export const unreachableSeconds = 60

/** Where an email is confirmed before the first sign-in, an account whose email is not expires after this. */
export const unconfirmedSeconds = 86_400

/** How long a new account lasts unless its email is confirmed; null: for good. */
export const unconfirmedLasts = (): number | null => (mailMode() === 'smtp' ? unconfirmedSeconds : null)
