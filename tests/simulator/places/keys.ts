import type { IncomingHttpHeaders } from 'node:http'
import type { PlacesError } from './errors'

/** The key that works. */
export const validKey = 'simulated-key'

/** Keys to start the app with, each always rejected for its own reason. */
export const refusedKeys: ReadonlyMap<string, PlacesError> = new Map([
  ['simulated-key-expired', 'expired_key'],
  ['simulated-key-blocked', 'key_blocked'],
  ['simulated-key-api-disabled', 'api_disabled'],
  ['simulated-key-billing', 'billing_disabled'],
  ['simulated-key-referrer', 'referrer_blocked'],
  ['simulated-key-ip', 'ip_blocked'],
  ['simulated-key-android', 'android_blocked'],
  ['simulated-key-ios', 'ios_blocked'],
  ['simulated-key-denied', 'denied'],
  ['simulated-key-day-quota', 'day_quota'],
  ['simulated-key-minute-quota', 'minute_quota'],
  ['simulated-key-forbidden-quota', 'forbidden_quota'],
])

/** Returns why a call is rejected because of its key, `X-Goog-Api-Key` or `?key=`; null if the key is valid. */
export function keyFault(headers: IncomingHttpHeaders, query: URLSearchParams): PlacesError | null {
  const header = headers['x-goog-api-key']
  const key = (Array.isArray(header) ? header.join() : header) || query.get('key')
  if (!key) return 'no_key'
  return key === validKey ? null : (refusedKeys.get(key) ?? 'bad_key')
}
