import { mailMode } from '../sign-in-options'

/**
 * A user without a sign-in method, left by an interrupted sign-up or deletion, expires after this. Its email is then free again.
 */
export const unreachableSeconds = 60

/** If emails are confirmed before the first sign-in, an account whose email is not confirmed expires after this. */
export const unconfirmedSeconds = 86_400

/** How long a new account lasts unless its email is confirmed, in seconds; null if it does not expire. */
export const unconfirmedLasts = (): number | null => (mailMode() === 'smtp' ? unconfirmedSeconds : null)
