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
    /** Hash: plan, created, since when it is suspended, billing ids. */
    profile: `${tag}:profile`,
    /** Hash: HMAC of an API key -> JSON of it: id, name, start, created, expires, and the code of the pepper of the HMAC. */
    apiKeys: `${tag}:keys`,
    /** Number: API keys made within a day of the first of them. */
    keysMade: `${tag}:keys-made`,
    /** Stream: what happened to the account and its sign-in; JSON in the field `event`. */
    audit: `${tag}:audit`,
    /** Hash: key id -> last use, epoch seconds; `sign-in` -> when somebody last signed in. */
    seen: `${tag}:seen`,
    /** Number: calls counted against the quota of a month (`2026-11`). */
    usage: (month: string) => `${tag}:usage:${month}`,
    /** Hash: `20:resolve:ok` -> count, for the charts of a month. */
    calls: (month: string) => `${tag}:calls:${month}`,
    /** Hash: key id -> its calls in a month. */
    keyUsage: (month: string) => `${tag}:key-usage:${month}`,
    /** Number: lookups of a day (`2026-11-21`) that failed after an upstream was asked for them; lasts for the day. */
    failures: (day: string) => `${tag}:failures:${day}`,
    /**
     * Hash of one burst window, which lasts minutes: how many calls came (`calls`), and the id of each that may still be
     * refunded.
     */
    burst: (window: number) => `${tag}:burst:${window}`,
  }
}
