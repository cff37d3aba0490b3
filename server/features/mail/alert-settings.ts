import type { AlertKind } from '@/server/features/audit/log'
import { contactKeys } from '@/server/metering/access/contacts'
import { accountGone } from '@/server/metering/access/refusals'
import { defineScript } from '@/server/platform/store/script'
import { flag, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import { type AlertDelivery, type AlertSettings, alertKinds } from './alert-kinds'
import { mailMode } from './mode'
import switchAlertLua from './switch-alert.lua'

/** The field of a person's preferences that turns an alert off. */
export const offField = (kind: AlertKind): string => `off:${kind}`

/** Sets or removes a field in an existing person's preferences. */
const write = defineScript({
  name: 'switch-alert',
  keys: ['user', 'preferences'],
  args: { field: text, isOn: flag },
  returns: flag,
  lua: switchAlertLua,
})

/**
 * Returns which alerts a person gets, about all of their accounts. All alerts are on unless turned off.
 * @throws PinrefError `store_unavailable`.
 */
export async function readAlertSettings(personId: string): Promise<AlertSettings> {
  const { redis } = await store()
  const fields = alertKinds.map(offField)
  const off = await redis.hmget<Record<string, unknown>>(contactKeys.preferences(personId), ...fields)
  return Object.fromEntries(alertKinds.map((kind) => [kind, !off?.[offField(kind)]])) as AlertSettings
}

/**
 * Turns a kind of alert on or off, starting with the next alert.
 * @throws PinrefError `not_signed_in` if the person has been deleted; `store_unavailable`.
 */
export async function switchAlert(personId: string, kind: AlertKind, on: boolean): Promise<void> {
  const keys = { user: contactKeys.user(personId), preferences: contactKeys.preferences(personId) }
  if (!(await write(keys, { field: offField(kind), isOn: on }))) throw accountGone()
}

/** Returns how alerts to a person are sent, or why they are not sent. */
export function alertMail({ emailVerified }: { emailVerified: boolean }): AlertDelivery {
  const mode = mailMode()
  return mode === 'smtp' && !emailVerified ? 'unconfirmed' : mode
}
