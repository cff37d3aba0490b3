/**
 * The Redis keys of one account's batches. All share the hash tag `{account}` with its profile, keys and counts, so that one script
 * may use them together, on a cluster too.
 */
export function batchesOf(accountId: string) {
  const tag = `{${accountId}}`
  return {
    /** Sorted set: the ids of the batches -> when they were made, epoch milliseconds. One that has expired may still be in it. */
    index: `${tag}:batches`,
    /** Text for 24 hours: the id of the batch that was made with an `Idempotency-Key`, and what it was asked for. */
    made: (idempotency: string) => `${tag}:batch-made:${idempotency}`,
  }
}

/**
 * The Redis keys of one batch.
 * @param id `batch_` and 16 characters base62.
 */
export function batchKeys(accountId: string, id: string) {
  const batch = `{${accountId}}:batch:${id}`
  return {
    /**
     * Hash: settings, state and counts, see `Batch`; `next`: the first chunk that no lane has taken; `lane:0`: the chunk that a lane
     * has, see `lane-scripts.ts`.
     */
    record: batch,
    /** Hash: number of a part -> JSON of it, see `Part`. */
    parts: `${batch}:parts`,
    /** Hash: `<token of the part>:<chunk of the part>` -> its lines, packed. */
    input: `${batch}:input`,
    /** Hash: the same -> the fingerprints of its lines, 16 characters each. Goes once the batch is prepared. */
    prints: `${batch}:prints`,
    /** Hash: number of a chunk -> which of its lines are the same as others, packed; chunks without any have none. */
    same: `${batch}:same`,
    /** Hash: `<chunk>:<first line in it>` -> results, packed; `<chunk>` -> where its results begin, e.g. `0 100 200 `. */
    results: `${batch}:results`,
    /** Text that expires: names, ratings and counts beside the results that begin there, packed. */
    details: (chunk: number, from: number) => `${batch}:details:${chunk}:${from}`,
  }
}

/** The keys of a batch that stay until it is deleted or expires. */
export function lastingKeys(accountId: string, id: string): string[] {
  const { record, parts, input, prints, same, results } = batchKeys(accountId, id)
  return [record, parts, input, prints, same, results]
}

/**
 * Hash, on hosts whose queue may give a step up: `<account> <batch>` -> how it stood when it was last looked at, see `sweep.ts`. Has all
 * batches that have begun and have not ended; those that have, and those that are gone, leave it at the next look.
 */
export const sweptBatches = 'batches:swept'
