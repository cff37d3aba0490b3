import type { ErrorCode } from '@/server/errors'

/** What each code means and what to do about it, for the page that the `type` of a problem body links to. */
export const errorHelp: Record<ErrorCode, { meaning: string; remedy: string }> = {
  invalid_request: {
    meaning: 'The body is not JSON, not an object, or a field is missing, unknown, too long or of the wrong type.',
    remedy: 'Look at errors: each entry points at a field and says what it should be. Send CIDs as strings.',
  },
  invalid_cid: {
    meaning: 'The text is no CID: it is out of range, has a sign or other characters, or came as a JSON number.',
    remedy:
      'Send decimal digits, or hexadecimal digits with or without 0x, from 0 to 18446744073709551615, as a string.',
  },
  unsupported_link: {
    meaning: 'The text is neither a Google Maps link nor an identifier of a listing.',
    remedy:
      'Paste a share link, a desktop map link, a place id that begins ChIJ, or a CID. To find a listing by its name, search.',
  },
  no_listing_in_link: {
    meaning: 'It is a map link, but it names no single listing: a map view, a search, a route, a list, a dropped pin.',
    remedy: 'Open the listing in Google Maps, choose Share, and use that link.',
  },
  invalid_api_key: {
    meaning:
      'A key was sent that is malformed, unknown, revoked or expired, or its account is suspended. Which of them it is, is not told.',
    remedy:
      'Check that the whole key is sent, in X-API-Key or after Bearer. If it is, sign in and look at your keys, or make a new one.',
  },
  operation_not_allowed: {
    meaning: 'The key may be used for some operations only, and this is none of them. The call is not counted.',
    remedy:
      'GET /api/key says what the key may do. Use another key, or allow the operation under “Limits” on the keys page.',
  },
  address_not_allowed: {
    meaning: 'The key works from some addresses only, and the call came from another one. The call is not counted.',
    remedy:
      'Add the address that your server calls from, or its range, to the key. If you did not make this call, somebody else has the key: rotate it.',
  },
  listing_not_found: {
    meaning: 'The source of listings says that there is no such listing, or the short link leads nowhere any more.',
    remedy: 'Open the link in a browser. A listing that was merged or removed has another link, or none.',
  },
  batch_not_found: {
    meaning:
      'The account of this key has no batch with this id. It was deleted, or it ended more than 30 days ago; or it belongs to another account.',
    remedy: 'List the batches there are with GET /api/batches.',
  },
  route_not_found: {
    meaning: 'Nothing is served at this address.',
    remedy: 'The OpenAPI document at /api/openapi.json lists every route.',
  },
  method_not_allowed: {
    meaning: 'The route exists, but not for this method.',
    remedy: 'The Allow header names the methods. The three operations, and batches of them, are sent with POST.',
  },
  payload_too_large: {
    meaning: 'The body is larger than 16 KiB, or 512 KiB for a batch.',
    remedy: 'Send one link or one name a call, or a shorter batch. A link has at most 2,048 characters.',
  },
  free_quota_exhausted: {
    meaning: 'The free lookups of this address are used for today.',
    remedy:
      'They return at 00:00 UTC; Retry-After says in how many seconds. With an API key the quota of a plan counts.',
  },
  monthly_quota_exhausted: {
    meaning: 'The calls of the plan are used for this month. All keys of an account share them.',
    remedy: 'They return on the first of the month, 00:00 UTC. A larger plan takes effect on the next call.',
  },
  key_quota_exhausted: {
    meaning: 'The key has a monthly limit of its own, and its calls of this month are used. The plan may have more.',
    remedy:
      'They return on the first of the month, 00:00 UTC. Raise the limit of the key, which takes effect on the next call, or use another key.',
  },
  too_many_requests: {
    meaning:
      'Too many calls came at once, or many with keys that do not exist, or too many lookups of this caller failed today.',
    remedy: 'Wait Retry-After seconds, then go on more slowly.',
  },
  not_signed_in: {
    meaning: 'This part of the dashboard belongs to an account, and nobody is signed in.',
    remedy: 'Sign in, then try again.',
  },
  cross_site: {
    meaning: 'A page on another site called the dashboard’s own API.',
    remedy: 'Call /api/resolve, /api/search or /api/convert with an API key instead; any page may.',
  },
  account_suspended: {
    meaning: 'The operator of this server has suspended the account: its keys are refused, and so are its lookups.',
    remedy: 'Ask the operator. Its data can still be downloaded, its keys revoked, and the account deleted.',
  },
  account_not_found: {
    meaning: 'The operator of this server asked for an account that does not exist. It may have been deleted.',
    remedy: 'Load the list of accounts again.',
  },
  key_not_found: {
    meaning: 'The account has no such key. It may have been revoked.',
    remedy: 'Load the list of keys again.',
  },
  too_many_keys: {
    meaning: 'The account has as many keys as it may have.',
    remedy: 'Revoke a key that is not used.',
  },
  link_unreachable: {
    meaning: 'The short link could not be followed to the listing behind it.',
    remedy: 'Try again after Retry-After seconds, or open it in a browser and use the address it leads to.',
  },
  upstream_unavailable: {
    meaning:
      'The source of listings, or the payment service, did not answer in time or not completely. The call is not counted.',
    remedy: 'Try again after Retry-After seconds. If identifiers are in the body, they are right all the same.',
  },
  upstream_blocked: {
    meaning: 'The source of listings answered with a block instead of an answer. The call is not counted.',
    remedy: 'Try again after Retry-After seconds.',
  },
  store_unavailable: {
    meaning:
      'The store did not answer, so the quota could not be checked and the call was not admitted. It is not counted.',
    remedy: 'Try again after Retry-After seconds, and wait longer each time it fails.',
  },
  internal_error: {
    meaning: 'Something went wrong on our side. The call is not counted.',
    remedy: 'Try again after Retry-After seconds. If it stays, tell us the request_id.',
  },
}
