import { monthsBack, monthsStored } from './calendar'

/**
 * Returns an account's Redis keys. All keys share the hash tag `{account}`, so that one script can use several of them,
 * even on a cluster.
 * @param accountId base62; part of each of the account's API keys.
 */
export function redisKeys(accountId: string) {
  const tag = `{${accountId}}`
  return {
    /**
     * Hash: person id -> `owner 1764312345`, the role and since when, epoch seconds (`members.ts`). An account exists as
     * long as this key does. Every script that writes other account data checks this key first.
     */
    members: `${tag}:members`,
    /** Hash: id of an invitation, the SHA-256 of its secret -> its JSON (`invitations.ts`). */
    invitations: `${tag}:invitations`,
    /** Hash: name, plan, created, suspension (since, reason, by whom), billing ids. */
    profile: `${tag}:profile`,
    /** Hash: HMAC of an API key -> its JSON: id, name, start, created, expires, and the code of the HMAC's pepper. */
    apiKeys: `${tag}:keys`,
    /** Number: API keys created within a day of the first one. */
    keysMade: `${tag}:keys-made`,
    /** Stream: account and sign-in events, as JSON in the field `event`. */
    audit: `${tag}:audit`,
    /** Hash: emailed alert -> when to forget it, epoch seconds. Expires with its last entry. */
    alerts: `${tag}:alerts`,
    /**
     * Hash: id of a callback endpoint -> its JSON: `url`, `created`, `failing` (when its attempts began to fail), `off`
     * (when it was switched off), `secret` and `formers` (see `secrets.ts`), and `made` (the digests of its creation's
     * `Idempotency-Key` and URL). Times are epoch seconds.
     */
    endpoints: `${tag}:endpoints`,
    /** Hash: callback address without its query -> "<last set> <verified>", epoch seconds; 0 if not verified. */
    callbackAddresses: `${tag}:callback-addresses`,
    /** Hash: delivery id -> its JSON. At most two hundred entries. */
    deliveries: `${tag}:deliveries`,
    /** Text: the delivery being tried, see `delivery-store.ts`. Expires within a minute. */
    delivering: `${tag}:delivering`,
    /** Hash: the record of a batch, see `batchKeys`. */
    batch: (id: string) => `${tag}:batch:${id}`,
    /** Sorted set: lookups stored by an earlier version, which expire within thirty days. Only deleted. */
    recent: `${tag}:recent`,
    /**
     * Sorted set: failed calls of the last seven days by time (epoch milliseconds). Each member is its key's id (`-`
     * for an app), which revoking the key looks for, followed by its JSON (`failed-calls.ts`). Stores the newest hundred.
     */
    errors: `${tag}:errors`,
    /**
     * Hash: HMAC of an API key revoked in the last seven days -> its JSON: id, name, start, end, `revoked` (epoch seconds),
     * and its budgets, for refunds.
     * Calls with a revoked key fail and appear in `errors`.
     */
    revokedKeys: `${tag}:revoked-keys`,
    /** Hash: key id -> JSON of its first call, for the page that waits for it (`first-call.ts`). Expires within minutes. */
    firstCalls: `${tag}:first-calls`,
    /** Hash: person id -> when they last used this account on the dashboard, to the hour, epoch seconds. */
    seen: `${tag}:seen`,
    /**
     * Hash: all of a month's counts (`2026-11`), so that a call reads and writes them with one command each. `used`:
     * calls counted against the plan. `seen`: last use of a key, epoch seconds. `20:resolve:ok`: a day's calls, for the
     * charts. `20:listing_not_found`: a day's failed and rejected calls by error code. `20:failing`: a day's lookups that
     * failed after a call to an upstream. `burst:window` and `burst:calls` (for test keys, `burst:test:…`): the number of
     * a ten-second window, and its calls. `counted`: the last window of `counted` below. For each key, by id:
     * `key_x:used`, `key_x:seen`, `key_x:burst:…`, `key_x:others`, the calls of other keys that count against its limit,
     * and `key_x:day:20`, all of a day's calls that count against it, until a call two days later (`key-budgets.ts`).
     * `by:…` and `sources`: calls by key or person, client, and day (`sources.ts`).
     */
    counts: (month: string) => `${tag}:counts:${month}`,
    /**
     * Text: ids of calls in one burst window that may still be refunded, each surrounded by spaces. Expires within
     * minutes. Not a set, because refunding a batch would then take a command for each call.
     */
    counted: (window: number) => `${tag}:counted:${window}`,
  }
}

/**
 * Returns the Redis keys of an account's data, except batches and watchlists: members, invitations, profile, API keys, audit log, alerts, callbacks,
 * failed and first calls, and counts. Excludes the ids of recent calls, because they expire within minutes.
 */
export function accountDataKeys(accountId: string): string[] {
  const { counts, members, invitations, profile, apiKeys, keysMade, seen, audit, alerts, recent, ...keys } =
    redisKeys(accountId)
  const callbacks = [keys.endpoints, keys.callbackAddresses, keys.deliveries]
  const calls = [keys.errors, keys.revokedKeys, keys.firstCalls]
  const counted = monthsBack(Date.now(), monthsStored).map(counts)
  return [
    members,
    invitations,
    profile,
    apiKeys,
    keysMade,
    seen,
    audit,
    alerts,
    recent,
    ...callbacks,
    ...calls,
    ...counted,
  ]
}
