import type { AlertKind } from '@/server/observability/audit-event'

/** The alerts that an account may get; each can be switched off. */
export const alertKinds = [
  'quota',
  'key-limit',
  'key-expiry',
  'callbacks',
  'sign-in',
] as const satisfies readonly AlertKind[]

/** Which alerts an account gets. */
export type AlertSettings = Record<AlertKind, boolean>
