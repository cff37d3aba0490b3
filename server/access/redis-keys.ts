/**
 * The Redis keys of one account. All share the hash tag `{account}`, so that one script may use them together, on a cluster
 * too.
 * @param accountId base62; it is part of every API key of the account.
 */
export function redisKeys(accountId: string) {
  const tag = `{${accountId}}`
  return {
    /**
     * Hash: the user as sign-in knows them. An account exists as long as this does: what writes anything else of an account
     * looks for it first, in the same script.
     */
    user: `${tag}:user`,
    /** Hash: plan, created, since when it is suspended, billing ids, which alerts are switched off. */
    profile: `${tag}:profile`,
    /** Hash: HMAC of an API key -> JSON of it: id, name, start, created, expires, and the code of the pepper of the HMAC. */
    apiKeys: `${tag}:keys`,
    /** Number: API keys made within a day of the first of them. */
    keysMade: `${tag}:keys-made`,
    /** Stream: what happened to the account and its sign-in; JSON in the field `event`. */
    audit: `${tag}:audit`,
    /** Hash: which alerts were mailed -> until when that is remembered, epoch seconds; goes with the last of them. */
    alerts: `${tag}:alerts`,
    /**
     * Hash: where batches are called back. `url`; `secret`, and until `formerUntil` also `former`, both sealed with `AUTH_SECRET`;
     * `failing`: since when every try has failed; `off`: since when no more is sent. Times are epoch seconds.
     */
    endpoint: `${tag}:endpoint`,
    /** Hash: id of a delivery -> JSON of it; the newest two hundred. */
    deliveries: `${tag}:deliveries`,
    /**
     * Sorted set: what was looked up on the dashboard, by when (epoch milliseconds); each the 16 characters of its id and JSON of it
     * (`recent-lookups.ts`). The newest fifty, for thirty days.
     */
    recent: `${tag}:recent`,
    /** Hash: `sign-in` -> when somebody last signed in, epoch seconds; key id -> its last use, as release 0.1.0 wrote it. */
    seen: `${tag}:seen`,
    /**
     * Hash: everything that is counted in a month (`2026-11`), so that a call reads and writes it with one command each.
     * `used`: calls counted against the plan. `seen`: the last use of a key, epoch seconds. `20:resolve:ok`: calls of a day, for
     * the charts; `20:failing`: lookups of a day that failed after an upstream was asked for them. `burst`, `burst:test`: a
     * window of ten seconds and the calls in it (`179530757 12`). `counted`: the last window of `counted` below. Of a key, by
     * its id: `key_x:used`, `key_x:seen`, `key_x:burst`.
     */
    counts: (month: string) => `${tag}:counts:${month}`,
    /** Text of one burst window, which lasts minutes: the ids of the calls that may still be refunded, with a space around each. */
    counted: (window: number) => `${tag}:counted:${window}`,
    /** What release 0.1.0 counted in a month, and what of it has been carried over to `counts`. All of it expires by itself. */
    before: (month: string) => ['usage', 'calls', 'key-usage', 'carried'].map((name) => `${tag}:${name}:${month}`),
  }
}
