import type { AlertKind } from '@/server/audit/log'

/** The alerts that an account may get. Each can be turned off. */
export const alertKinds = [
  'quota',
  'key-limit',
  'key-expiry',
  'callbacks',
  'sign-in',
] as const satisfies readonly AlertKind[]

/** Which alerts an account gets. */
export type AlertSettings = Record<AlertKind, boolean>

/** The shares of a limit that trigger a mail, in percent, largest first. */
export const alertThresholds = [100, 80] as const

/** How mails to an account are sent, or why not. */
export type AlertDelivery = 'smtp' | 'unconfirmed' | 'kept' | 'off'
