import type { AlertKind } from '@/server/features/audit/log'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { accountGone } from '@/server/metering/access/refusals'
import { defineScript } from '@/server/platform/store/script'
import { flag, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import { type AlertDelivery, type AlertSettings, alertKinds } from './alert-kinds'
import { mailMode } from './mode'
import switchAlertLua from './switch-alert.lua'

/** The profile field that marks an alert as turned off. */
export const offField = (kind: AlertKind): string => `off:${kind}`

/** Sets or removes a field in an existing account's profile. */
const write = defineScript({
  name: 'switch-alert',
  keys: ['user', 'profile'],
  args: { field: text, isOn: flag },
  returns: flag,
  lua: switchAlertLua,
})

/**
 * Returns which alerts an account gets. All alerts are on unless turned off.
 * @throws PinrefError `store_unavailable`.
 */
export async function readAlertSettings(accountId: string): Promise<AlertSettings> {
  const { redis } = await store()
  const fields = alertKinds.map(offField)
  const off = await redis.hmget<Record<string, unknown>>(redisKeys(accountId).profile, ...fields)
  return Object.fromEntries(alertKinds.map((kind) => [kind, !off?.[offField(kind)]])) as AlertSettings
}

/**
 * Turns a kind of alert on or off, starting with the next alert.
 * @throws PinrefError `not_signed_in` if the account has been deleted; `store_unavailable`.
 */
export async function switchAlert(accountId: string, kind: AlertKind, on: boolean): Promise<void> {
  if (!(await write(redisKeys(accountId), { field: offField(kind), isOn: on }))) throw accountGone()
}

/** Returns how alerts to an account are sent, or why they are not sent. */
export function alertMail({ emailVerified }: { emailVerified: boolean }): AlertDelivery {
  const mode = mailMode()
  return mode === 'smtp' && !emailVerified ? 'unconfirmed' : mode
}
