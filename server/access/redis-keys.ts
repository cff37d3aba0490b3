import { monthsBack, monthsKept } from './calendar'

/**
 * Returns the Redis keys of one account. All share the hash tag `{account}`, so that one script may use them together, even on a
 * cluster.
 * @param accountId base62; it is part of every API key of the account.
 */
export function redisKeys(accountId: string) {
  const tag = `{${accountId}}`
  return {
    /**
     * Hash: the user as sign-in stores them. An account exists as long as this key does: whatever writes other data of an account
     * checks it first, in the same script.
     */
    user: `${tag}:user`,
    /** Hash: plan, created, since when, why and by whom it is suspended, billing ids, which alerts are switched off. */
    profile: `${tag}:profile`,
    /** Hash: HMAC of an API key -> JSON of it: id, name, start, created, expires, and the code of the pepper of the HMAC. */
    apiKeys: `${tag}:keys`,
    /** Number: API keys made within a day of the first of them. */
    keysMade: `${tag}:keys-made`,
    /** Stream: what happened to the account and its sign-in; JSON in the field `event`. */
    audit: `${tag}:audit`,
    /** Hash: which alerts were mailed -> until when that is remembered, epoch seconds; expires with the last of them. */
    alerts: `${tag}:alerts`,
    /**
     * Hash: id of an endpoint that is called back about every batch -> JSON of it: `url`; `created`; `failing`: since when every
     * try has failed; `off`: since when no more is sent. Times are epoch seconds.
     */
    endpoints: `${tag}:endpoints`,
    /**
     * Hash: what callbacks are signed with, sealed with `AUTH_SECRET`: `secret`; `former:<until>`, which also signs until then
     * (epoch seconds). `shown`: present once the owner has seen `secret`.
     */
    callbackSecrets: `${tag}:callback-secrets`,
    /** Hash: address for callbacks, without its query -> "<last named> <verified>", epoch seconds, 0 if it is not verified. */
    callbackAddresses: `${tag}:callback-addresses`,
    /** Hash: id of a delivery -> JSON of it; two hundred. */
    deliveries: `${tag}:deliveries`,
    /** Text: which delivery is being tried, see `delivery-store.ts`. Expires within a minute. */
    delivering: `${tag}:delivering`,
    /**
     * Sorted set: the lookups on the dashboard by their time (epoch milliseconds); each is the 16 characters of its id, then its
     * JSON (`recent-lookups.ts`). The newest fifty, for thirty days.
     */
    recent: `${tag}:recent`,
    /**
     * Sorted set: the failed calls of the last seven days by their time (epoch milliseconds); each is the id of its key (`-`: an
     * app), then its JSON (`failed-calls.ts`). The newest hundred.
     */
    errors: `${tag}:errors`,
    /**
     * Hash: HMAC of an API key that was revoked in the last seven days -> JSON of it: id, name, start, end, and since when
     * (`revoked`, epoch seconds). Calls with it fail, and are among `errors`.
     */
    revokedKeys: `${tag}:revoked-keys`,
    /** Hash: id of a key -> JSON of its first call, for whoever waits for it (`first-call.ts`). Expires within minutes. */
    firstCalls: `${tag}:first-calls`,
    /** Hash: `sign-in` -> when somebody last signed in, `app:<key>` -> when an app last got a token; epoch seconds. */
    seen: `${tag}:seen`,
    /**
     * Hash: everything that is counted in a month (`2026-11`), so that a call reads and writes it with one command each.
     * `used`: calls counted against the plan. `seen`: the last use of a key, epoch seconds. `20:resolve:ok`: calls of a day, for
     * the charts; `20:failing`: lookups of a day that failed after an upstream was asked for them. `burst`, `burst:test`: a
     * window of ten seconds and the calls in it (`179530757 12`). `counted`: the last window of `counted` below. Of a key, by
     * its id: `key_x:used`, `key_x:seen`, `key_x:burst`.
     */
    counts: (month: string) => `${tag}:counts:${month}`,
    /** Text, kept for minutes: the ids of one burst window's calls that may still be refunded, with a space around each. */
    counted: (window: number) => `${tag}:counted:${window}`,
  }
}

/**
 * Returns the Redis keys of what is kept of an account besides its sign-in and its batches: profile, API keys, audit log, alerts,
 * callbacks, recent lookups, failed and first calls, and counts. The ids of the calls of the last minutes are not among them, because they expire.
 */
export function accountDataKeys(accountId: string): string[] {
  const { counts, profile, apiKeys, keysMade, seen, audit, alerts, recent, ...keys } = redisKeys(accountId)
  const callbacks = [keys.endpoints, keys.callbackSecrets, keys.callbackAddresses, keys.deliveries]
  const calls = [keys.errors, keys.revokedKeys, keys.firstCalls]
  const counted = monthsBack(Date.now(), monthsKept).map(counts)
  return [profile, apiKeys, keysMade, seen, audit, alerts, recent, ...callbacks, ...calls, ...counted]
}
