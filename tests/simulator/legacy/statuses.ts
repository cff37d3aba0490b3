import { type Answer, json } from '../answer'
import type { PlacesError } from '../places/errors'

/** Every known rejection by Places API (Legacy), under invented names. */
export type LegacyRefusal = keyof typeof refusals

/**
 * The response for a rejection: always HTTP 200. The wording of `not_enabled` was recorded in July 2026, and `stale_id`
 * in August 2026; the others come from public code.
 */
export function legacyRefusal(name: LegacyRefusal): Answer {
  const [status, message] = refusals[name]
  return verdict(status, message && { error_message: message })
}

/** The response with a status and the fields that go with it. */
export function verdict(status: string, more: object | '' = {}): Answer {
  return json(200, { html_attributions: [], ...(more || {}), status })
}

const refusals = {
  not_enabled: [
    'REQUEST_DENIED',
    "You're calling a legacy API, which is not enabled for your project. To get newer features and more functionality, " +
      'switch to the Places API (New) or Routes API. Learn more: https://developers.google.com/maps/legacy#LegacyApiNotActivatedMapError',
  ],
  no_key: [
    'REQUEST_DENIED',
    'You must use an API key to authenticate each request to Google Maps Platform APIs. For additional information, ' +
      'please refer to http://g.co/dev/maps-no-account',
  ],
  bad_key: ['REQUEST_DENIED', 'The provided API key is invalid.'],
  key_blocked: ['REQUEST_DENIED', 'This API key is not authorized to use this service or API.'],
  stale_id: [
    'NOT_FOUND',
    'The provided Place ID is no longer valid. Please refresh cached Place IDs as per ' +
      'https://developers.google.com/maps/documentation/places/web-service/place-id#save-id',
  ],
  not_found: ['NOT_FOUND', ''],
  nothing_left: ['ZERO_RESULTS', ''],
  nothing_asked: ['INVALID_REQUEST', 'Missing the placeid or reference parameter.'],
  wrong_field: ['INVALID_REQUEST', "Error while parsing 'fields' parameter: Unsupported field name."],
  quota: ['OVER_QUERY_LIMIT', 'You have exceeded your daily request quota for this API.'],
  unknown_error: ['UNKNOWN_ERROR', ''],
} as const satisfies Record<string, readonly [status: string, message: string]>

/** The older API's equivalent of each rejection by the new API. */
export const legacyRefusalOf: Record<PlacesError, LegacyRefusal> = {
  bad_key: 'bad_key',
  expired_key: 'bad_key',
  no_key: 'no_key',
  key_blocked: 'key_blocked',
  api_disabled: 'not_enabled',
  billing_disabled: 'not_enabled',
  referrer_blocked: 'key_blocked',
  ip_blocked: 'key_blocked',
  android_blocked: 'key_blocked',
  ios_blocked: 'key_blocked',
  denied: 'key_blocked',
  forbidden_quota: 'quota',
  day_quota: 'quota',
  minute_quota: 'quota',
  bad_id: 'nothing_asked',
  stale_id: 'stale_id',
  stale_id_worded: 'stale_id',
  stale_id_400: 'stale_id',
  no_mask: 'wrong_field',
  internal: 'unknown_error',
  unavailable: 'unknown_error',
  bad_gateway: 'unknown_error',
}
