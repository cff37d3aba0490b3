import type { ErrorCode } from '@/server/platform/problems/errors'

/** What each code means and what to do about it, for the page that a problem body's `type` links to. */
export const errorHelp: Record<ErrorCode, { meaning: string; remedy: string }> = {
  invalid_request: {
    meaning: 'The body is not a JSON object, or a field is missing, unknown, too long, or of the wrong type.',
    remedy: 'See errors in the body: each entry points to a field and says what to send. Send CIDs as strings.',
  },
  invalid_cid: {
    meaning:
      'The value is not a CID: it is out of range, has a sign or other characters, or was sent as a JSON number.',
    remedy:
      'Send decimal digits, or hexadecimal digits with or without 0x, from 0 to 18446744073709551615, as a string.',
  },
  rounded_cid: {
    meaning:
      'The number looks like a CID that a spreadsheet, JavaScript, or another program has rounded, which makes it a different number. About 1 in 1,000 real CIDs looks the same, but Pinref does not know a listing with exactly this CID, and Google Maps was not asked or has none.',
    remedy:
      'Send the CID in hexadecimal (0x…), or a link that has the feature id or place id, such as a share link. If you are sure about the number, set details to checked or full, so Pinref checks it with Google Maps. To avoid rounding, store CIDs as text.',
  },
  unsupported_link: {
    meaning: 'The text is neither a Google Maps link nor a listing’s identifier.',
    remedy:
      'Send a share link, a desktop map link, a place id (begins with ChIJ), or a CID. To find a listing by name, use search.',
  },
  no_listing_in_link: {
    meaning:
      'This Google Maps link does not point to one listing: it is a map view, a search, a route, a list, or a dropped pin, or it is truncated.',
    remedy: 'Open the listing in Google Maps, choose Share, and copy the whole link.',
  },
  invalid_api_key: {
    meaning:
      'The key is malformed, unknown, revoked, or expired. For security, the response does not say which of these applies.',
    remedy:
      'Send the whole key, in X-API-Key or after Bearer. If the key is complete, sign in and check your keys, or create a new one.',
  },
  operation_not_allowed: {
    meaning:
      'The key is not allowed to call this operation, or the call would give another key more access than the calling key has.',
    remedy:
      'GET /api/key returns what the key can do. Use another key, or change this key’s limits under “Limits” on the keys page.',
  },
  address_not_allowed: {
    meaning: 'The key is limited to certain addresses, and the call came from another address.',
    remedy:
      'Add your server’s address or range to the key. If you did not make this call, someone else has the key: rotate it.',
  },
  listing_not_found: {
    meaning: 'Google Maps has no such listing, or the short link no longer works.',
    remedy: 'Open the link in a browser. A merged listing has a new link; a removed listing has none.',
  },
  watchlist_not_found: {
    meaning: 'The watchlist does not exist in this account, or was deleted.',
    remedy: 'List your watchlists with GET /api/watchlists.',
  },
  batch_not_found: {
    meaning:
      'The key’s account has no batch with this id. The batch was deleted, ended more than 35 days ago, or belongs to another account.',
    remedy: 'List your batches with GET /api/batches.',
  },
  callback_not_found: {
    meaning: 'The account has no endpoint with this id. The endpoint was removed, or belongs to another account.',
    remedy: 'List your endpoints with GET /api/callbacks, or add one with POST.',
  },
  delivery_not_found: {
    meaning: 'The account has no delivery with this id. The delivery has expired, or belongs to another account.',
    remedy: 'List your deliveries with GET /api/deliveries.',
  },
  batch_state: {
    meaning:
      'The batch’s current state does not allow this. For example, an ended batch cannot be paused, a started batch accepts no more lines, and only a finished batch can be repeated.',
    remedy: 'GET /api/batches/{id} returns the batch’s state. If it already is what you want, there is nothing to do.',
  },
  watchlist_state: {
    meaning: 'The watchlist’s current state does not allow this. For example, a paused watchlist cannot be checked.',
    remedy: 'Resume the watchlist, then send the call again.',
  },
  idempotency_key_reused: {
    meaning:
      'An earlier request with this Idempotency-Key was different, or it created an API key that has since been used. Nothing was created.',
    remedy: 'Send a new Idempotency-Key with each new request, and the same one only when you repeat a request.',
  },
  limit_reached: {
    meaning:
      'The account already has as many keys, batches, watchlists, callback endpoints, or stored batch lines as it may have. The message says which limit it is.',
    remedy: 'Delete one that you no longer need. GET /api/usage returns the limits on batches and watchlists.',
  },
  route_not_found: {
    meaning: 'This path does not exist.',
    remedy: 'The OpenAPI document at /api/openapi.json lists every path.',
  },
  method_not_allowed: {
    meaning: 'This path does not accept this method.',
    remedy: 'Use a method in the Allow header. The lookup operations use POST.',
  },
  body_too_slow: {
    meaning:
      'The request did not arrive within 30 seconds, or less than 8 KiB of its body arrived per second. A body that is not sent must not hold memory that other callers need.',
    remedy: 'Send the whole body at once. On a slow connection, send fewer lines per request.',
  },
  payload_too_large: {
    meaning:
      'The body is larger than 16 KiB. The limit is 512 KiB for several lookups in one call (64 KiB without a key), and 4 MiB for batch lines.',
    remedy: 'Send one link or name per call, or a shorter batch. A link can have at most 2,048 characters.',
  },
  free_quota_exhausted: {
    meaning: 'This address has used its free lookups for today.',
    remedy:
      'The quota resets at 00:00 UTC, in retry_after seconds. With an API key, your plan’s quota applies instead.',
  },
  monthly_quota_exhausted: {
    meaning: 'Your plan’s calls for this month are used up. All of an account’s keys share the plan’s quota.',
    remedy: 'The quota resets on the first of the month at 00:00 UTC. A larger plan takes effect with the next call.',
  },
  key_quota_exhausted: {
    meaning:
      'The key, or a key that it was created with, has reached its daily or monthly limit. The message says which. The plan may have calls left.',
    remedy:
      'Raise that limit, which takes effect with the next call, or use another key. A daily limit resets at 00:00 UTC, a monthly limit on the first of the month at 00:00 UTC.',
  },
  too_many_requests: {
    meaning:
      'Too many calls at once, too many calls with invalid keys, too many failed lookups today, or too many large requests at the same time: uploads, pages of results, or result files.',
    remedy: 'Wait for Retry-After seconds, then slow down.',
  },
  not_signed_in: {
    meaning: 'This part of the dashboard needs an account, and you are not signed in.',
    remedy: 'Sign in, then try again.',
  },
  cross_site: {
    meaning: 'A page on another site called the dashboard’s private API.',
    remedy:
      'Call /api/resolve, /api/search, or /api/convert with an API key instead. These operations work from any page.',
  },
  account_suspended: {
    meaning: 'The account is suspended. Its keys do not work, and it cannot look up listings.',
    remedy:
      'Contact the operator of this server. You can still download your data, revoke keys, and delete the account.',
  },
  account_switched: {
    meaning: 'The page shows another account than the one this browser has switched to, or you left that account.',
    remedy: 'Reload the page, then choose the account in the side navigation.',
  },
  role_not_allowed: {
    meaning: 'Your role in the account does not allow this. Viewers can see everything, but change nothing.',
    remedy: 'Ask an owner of the account to do it, or to change your role.',
  },
  second_factor_required: {
    meaning: 'The account’s owners require a second factor, and you have none.',
    remedy: 'Turn on two-step verification. If you have no password, a passkey is enough.',
  },
  account_not_found: {
    meaning: 'The account does not exist or was deleted.',
    remedy: 'Reload the list of accounts.',
  },
  key_not_found: {
    meaning: 'The account has no such key. The key may have been revoked.',
    remedy: 'List your keys with GET /api/keys or on the keys page.',
  },
  link_unreachable: {
    meaning: 'The short link could not be followed to its listing.',
    remedy:
      'Check that the link is complete, and retry after Retry-After seconds. You can also open the link in a browser and send the URL it redirects to.',
  },
  upstream_unavailable: {
    meaning:
      'Google or the payment service did not respond in time, or its response was incomplete. The call does not count.',
    remedy: 'Retry after Retry-After seconds. If the body has identifiers, they are still correct.',
  },
  upstream_blocked: {
    meaning: 'Google blocked the request. The call does not count.',
    remedy: 'Retry after Retry-After seconds.',
  },
  upstream_cap_reached: {
    meaning:
      'The person who runs this server limits its calls to Google per day or month, and the limit is reached. The call does not count.',
    remedy:
      'The limit resets in retry_after seconds: at 00:00 UTC, or on the first of the month. Until then, conversions and lookups with details set to none or checked still work, and batches wait.',
  },
  store_unavailable: {
    meaning: 'The store could not be used, so the quota could not be checked. The call does not count.',
    remedy: 'Retry after Retry-After seconds, and wait longer after each failure.',
  },
  internal_error: {
    meaning: 'Something went wrong on our side. The call does not count.',
    remedy: 'Retry after Retry-After seconds. If the error persists, send us the request_id.',
  },
}
