import { type Answer, html, json } from '../answer'

/** A Places API (New) method, by its name in messages and quotas. */
export type PlacesMethod = 'GetPlace' | 'SearchText'

const project = '123456789012'
const placeIdHelp = 'https://developers.google.com/maps/documentation/places/web-service/place-id#save-id'

/** Every known rejection by Google, under invented names. */
export type PlacesError = keyof typeof errors

/** Returns the names of all rejections. */
export const placesErrors = (): PlacesError[] => Object.keys(errors) as PlacesError[]

/**
 * The response for an error, with the recorded wording if there is one. The wording of `stale_id`, `expired_key`,
 * `unavailable`, `internal`, and `bad_gateway` was not recorded.
 * @param method the method named in some messages.
 * @param placeId the place id in the `bad_id` message.
 */
export function placesError(name: PlacesError, method: PlacesMethod = 'GetPlace', placeId = ''): Answer {
  return errors[name](method, placeId)
}

const errors = {
  bad_key: () => refused(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', 'API_KEY_INVALID'),
  expired_key: () => refused(400, 'INVALID_ARGUMENT', 'API key expired. Please renew the API key.', 'API_KEY_INVALID'),
  no_key: () =>
    refused(
      403,
      'PERMISSION_DENIED',
      "Method doesn't allow unregistered callers (callers without established identity). " +
        'Please use API Key or other form of API consumer identity to call this API.',
    ),
  key_blocked: (method: PlacesMethod) =>
    refused(
      403,
      'PERMISSION_DENIED',
      `Requests to this API places.googleapis.com method google.maps.places.v1.Places.${method} are blocked.`,
      'API_KEY_SERVICE_BLOCKED',
    ),
  api_disabled: () =>
    refused(
      403,
      'PERMISSION_DENIED',
      'Places API (New) has not been used in project 123456789012 before or it is disabled. Enable it by visiting ' +
        'https://console.developers.google.com/apis/api/places.googleapis.com/overview?project=123456789012 then retry. ' +
        'If you enabled this API recently, wait a few minutes for the action to propagate to our systems and retry.',
      'SERVICE_DISABLED',
    ),
  billing_disabled: () =>
    refused(
      403,
      'PERMISSION_DENIED',
      'This API method requires billing to be enabled. Please enable billing on project #123456789012.',
      'BILLING_DISABLED',
    ),
  referrer_blocked: () => blocked('Requests from referer <empty> are blocked.', 'API_KEY_HTTP_REFERRER_BLOCKED'),
  ip_blocked: () =>
    blocked(
      'The provided API key has an IP address restriction. 203.0.113.7 is blocked.',
      'API_KEY_IP_ADDRESS_BLOCKED',
    ),
  android_blocked: () =>
    blocked('Requests from this Android client application <empty> are blocked.', 'API_KEY_ANDROID_APP_BLOCKED'),
  ios_blocked: () =>
    blocked('Requests from this iOS client application <empty> are blocked.', 'API_KEY_IOS_APP_BLOCKED'),
  denied: () => refused(403, 'PERMISSION_DENIED', 'The caller does not have permission'),
  forbidden_quota: (method: PlacesMethod) => exhausted(method, 'Day', 403),
  day_quota: (method: PlacesMethod) => exhausted(method, 'Day', 429),
  minute_quota: (method: PlacesMethod) => exhausted(method, 'Minute', 429),
  bad_id: (_: PlacesMethod, placeId: string) => refused(400, 'INVALID_ARGUMENT', `Not a valid Place ID: ${placeId}`),
  stale_id: () => refused(404, 'NOT_FOUND', 'Requested entity was not found.'),
  stale_id_worded: () => refused(404, 'NOT_FOUND', noLongerValid),
  stale_id_400: () => refused(400, 'INVALID_ARGUMENT', noLongerValid),
  no_mask: () =>
    refused(
      400,
      'INVALID_ARGUMENT',
      'FieldMask is a required parameter. See https://cloud.google.com/apis/docs/system-parameters on how to provide it.',
    ),
  internal: () => refused(500, 'INTERNAL', 'Internal error encountered.'),
  unavailable: () => refused(503, 'UNAVAILABLE', 'The service is currently unavailable.'),
  bad_gateway: () =>
    html(502, '<html lang=en><title>Error 502 (Server Error)!!1</title><p><b>502.</b> That’s an error.</html>'),
} satisfies Record<string, (method: PlacesMethod, placeId: string) => Answer>

const noLongerValid = `The provided Place ID is no longer valid. Please refresh cached Place IDs as per ${placeIdHelp}`

/** A 400 for a mask with a path that the response does not have. */
export function wrongMask(mask: string, path: string): Answer {
  const description = `Error expanding 'fields' parameter. Cannot find matching fields for path '${path}'.`
  return badRequest('Request contains an invalid argument.', { field: mask, description })
}

/** A 400 for an invalid argument, with the reason if Google gives one. */
export function badRequest(message: string, violation?: { field: string; description: string }): Answer {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [violation] }]
  return errorBody(400, 'INVALID_ARGUMENT', message, violation ? details : [])
}

/** The response of Google's front end for an address that belongs to no API. */
export function notAnApi(): Answer {
  return html(404, '<html lang=en><title>Error 404 (Not Found)!!1</title><p><b>404.</b> That’s an error.</html>')
}

const blocked = (message: string, reason: string) => refused(403, 'PERMISSION_DENIED', message, reason)

function refused(code: number, status: string, message: string, reason?: string): Answer {
  const metadata = { service: 'places.googleapis.com', consumer: `projects/${project}` }
  return errorBody(code, status, message, reason ? [errorInfo(reason, metadata)] : [])
}

/** A 429 or, according to one report, a 403. The day and minute quotas differ only in wording. */
function exhausted(method: PlacesMethod, period: 'Day' | 'Minute', code: number): Answer {
  const metric = `${method}Request`
  const limit = `${metric} per ${period.toLowerCase()}`
  const message = `Quota exceeded for quota metric '${metric}' and limit '${limit}' of service 'places.googleapis.com' for consumer 'project_number:${project}'.`
  const metadata = {
    service: 'places.googleapis.com',
    consumer: `projects/${project}`,
    quota_metric: `places.googleapis.com/${metric}`,
    quota_limit: `${metric}Per${period}PerProject`,
    quota_limit_value: period === 'Day' ? '100' : '600',
    quota_location: 'global',
    quota_unit: `1/${period === 'Day' ? 'd' : 'min'}/{project}`,
  }
  return errorBody(code, 'RESOURCE_EXHAUSTED', message, [errorInfo('RATE_LIMIT_EXCEEDED', metadata)])
}

function errorInfo(reason: string, metadata: Record<string, string>) {
  return { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com', metadata }
}

function errorBody(code: number, status: string, message: string, details: unknown[]): Answer {
  return json(code, { error: { code, message, status, ...(details.length > 0 && { details }) } })
}
