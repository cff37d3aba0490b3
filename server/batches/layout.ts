/**
 * Returns the Redis keys of one account's batches. All share the hash tag `{account}` with its profile, API keys and counts, so
 * that one script may use them together, on a cluster too.
 */
export function batchesOf(accountId: string) {
  const tag = `{${accountId}}`
  return {
    /** Sorted set: the ids of the batches -> when they were made, epoch milliseconds. Expired batches may still be in it. */
    index: `${tag}:batches`,
    /** Hash: id of a batch -> "<lines> <bytes>" that its parts take of what the account may store. Expired ones may still be in it. */
    stored: `${tag}:batches-stored`,
    /** Text for 24 hours: the id of the batch that was made with an `Idempotency-Key`, and the digest of that request. */
    made: (idempotency: string) => `${tag}:batch-made:${idempotency}`,
    /** Number for 24 hours: how many of those there are. */
    madeCount: `${tag}:batch-made-count`,
  }
}

/**
 * Returns the Redis keys of one batch.
 * @param id `batch_` and 16 characters base62.
 */
export function batchKeys(accountId: string, id: string) {
  const batch = `{${accountId}}:batch:${id}`
  return {
    /**
     * Hash: settings, state and counts, see `Batch`; `next`: the first chunk that no lane has taken; `lane:0`: the chunk that
     * lane 0 has, see `lane-scripts.ts`.
     */
    record: batch,
    /** Hash: number of a part -> its JSON, see `Part`. */
    parts: `${batch}:parts`,
    /** Hash: `<token of the part>:<chunk of the part>` -> its lines, packed. */
    input: `${batch}:input`,
    /** Hash: the same fields -> the fingerprints of the lines, 16 characters each. Removed once the batch is prepared. */
    fingerprints: `${batch}:prints`,
    /** Hash: number of a chunk -> which of its lines are the same as others, packed. A chunk without such lines has no field. */
    same: `${batch}:same`,
    /** Hash: `<chunk>:<first line>` -> results of a slice, packed; `<chunk>` -> where its slices begin, e.g. `0 100 200 `. */
    results: `${batch}:results`,
    /** Text that expires: the details (see `Details`) for the results that begin at this line, packed. */
    details: (chunk: number, from: number) => `${batch}:details:${chunk}:${from}`,
  }
}

/** Returns the Redis keys of a batch that stay until it is deleted or expires. */
export function lastingKeys(accountId: string, id: string): string[] {
  const { record, parts, input, fingerprints, same, results } = batchKeys(accountId, id)
  return [record, parts, input, fingerprints, same, results]
}

/**
 * Hash, on hosts whose queue may give up on a step: `<account> <batch>` -> the progress of the batch when the sweep last looked,
 * see `sweep.ts`. Has all batches that have begun and not ended; the next sweep removes those that have ended or are gone.
 */
export const sweptBatches = 'batches:swept'
