import type { AlertKind } from '@/server/features/audit/log'

/** The alerts that an account may get. Each alert can be turned off. */
export const alertKinds = [
  'quota',
  'key-limit',
  'key-expiry',
  'callbacks',
  'sign-in',
] as const satisfies readonly AlertKind[]

/** Which alerts an account gets. */
export type AlertSettings = Record<AlertKind, boolean>

/** The percentages of a limit that trigger an email, in descending order. */
export const alertThresholds = [100, 80] as const

/** How email to an account is sent, or why it is not. */
export type AlertDelivery = 'smtp' | 'unconfirmed' | 'kept' | 'off'
