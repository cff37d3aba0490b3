import type { AlertKind } from '@/server/features/audit/log'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { accountGone } from '@/server/metering/access/refusals'
import { store } from '@/server/platform/store/store'
import { runScript, script } from '@/server/platform/store/untyped'
import { type AlertDelivery, type AlertSettings, alertKinds } from './alert-kinds'
import { mailMode } from './mode'

/** The profile field that marks an alert as turned off. */
export const offField = (kind: AlertKind): string => `off:${kind}`

/** Sets or removes a field in an account's profile. Returns 0 if the account does not exist. */
const write = script(`
local user, profile = unpack(KEYS)
if redis.call('EXISTS', user) == 0 then return 0 end
if ARGV[2] == 'on' then redis.call('HDEL', profile, ARGV[1]) else redis.call('HSET', profile, ARGV[1], '1') end
return 1
`)

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
  const { user, profile } = redisKeys(accountId)
  if ((await runScript(write, [user, profile], [offField(kind), on ? 'on' : 'off'])) === 0) throw accountGone()
}

/** Returns how alerts to an account are sent, or why they are not sent. */
export function alertMail({ emailVerified }: { emailVerified: boolean }): AlertDelivery {
  const mode = mailMode()
  return mode === 'smtp' && !emailVerified ? 'unconfirmed' : mode
}
