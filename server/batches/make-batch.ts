import { createHash } from 'node:crypto'
import { randomBase62 } from '@/server/access/api-key'
import { redisKeys } from '@/server/access/redis-keys'
import { accountGone } from '@/server/access/refusals'
import { PinrefError } from '@/server/errors'
import { runScript } from '@/server/store/store'
import { putPart, type ReadLines, readSentLines, type SentLines } from './add-part'
import { askStore } from './ask-store'
import type { Batch, BatchSettings } from './batch'
import { startBatch } from './change-batch'
import { findBatch, listBatches } from './find-batch'
import { forgetBatch } from './forget'
import { batchesOf, batchKeys } from './layout'
import { idempotencySeconds, keepSeconds, maxBatches, maxIdempotencyKeys } from './limits'
import { makeScript } from './scripts'
import { checkStorage } from './stored'

export interface BatchOrder extends BatchSettings {
  /** The id of the API key that it is made with; empty for none. */
  key: string
  /** Its lines; null if they come in parts. */
  sent: SentLines | null
  /** Whether it begins at once; only together with lines. */
  isStarted: boolean
  /** The `Idempotency-Key`; null if none was sent. */
  idempotency: string | null
}

/**
 * Makes a batch, or returns the one that was made with the same `Idempotency-Key`. Lines are read before anything is stored. If
 * making it broke off halfway, the same request with that key completes it.
 * @throws PinrefError `invalid_request`, also for too many batches or lines, and an `Idempotency-Key` of another batch.
 */
export async function makeBatch(accountId: string, order: BatchOrder): Promise<Batch> {
  const read = order.sent && (await readSentLines(accountId, order.sent, order))
  if (read && order.isStarted && read.items.length === 0) throw invalid('There are no lines. Send at least one.')
  const max = await checkStorage(accountId, read?.items.length ?? 0, order.sent?.text.length ?? 0)
  const id = await make(accountId, order, read)
  const batch = await findBatch(accountId, id)
  if (!read || batch.state !== 'receiving') return batch
  try {
    await putPart(accountId, id, 1, read, max)
    return order.isStarted ? await startBatch(accountId, id, order.key) : await findBatch(accountId, id)
  } catch (error) {
    // The same request may have been sent twice at once, and the other may have started the batch meanwhile.
    const present = await findBatch(accountId, id)
    if (present.started > 0) return present
    // Its lines were refused, so nothing is left to complete.
    if ((error as Partial<PinrefError>).code === 'invalid_request' && present.lines === 0) {
      await askStore('UNLINK', batchesOf(accountId).made(digest(order.idempotency ?? '')))
      await forgetBatch(accountId, id)
    }
    throw error
  }
}

async function make(accountId: string, order: BatchOrder, read: ReadLines | null): Promise<string> {
  const { operation, details, isTest, key, sent, isStarted, idempotency } = order
  const { column, addressColumn, countryColumn } = order
  const id = `batch_${randomBase62(16)}`
  const now = Date.now()
  const settings = { operation, details, column, addressColumn, countryColumn }
  const asked = digest(JSON.stringify([settings, isStarted, sent]))
  const fields = {
    ...settings,
    test: isTest ? 1 : '',
    key,
    state: 'receiving',
    created: now,
    run: 0,
    column: read?.settings.column ?? column,
  }
  const { index, made, madeCount } = batchesOf(accountId)
  const { record } = batchKeys(accountId, id)
  const keys = [redisKeys(accountId).user, index, made(digest(idempotency ?? '')), madeCount, record]
  const knownSeconds = idempotency === null ? 0 : idempotencySeconds
  const args = [id, now, maxBatches, keepSeconds, knownSeconds, asked, maxIdempotencyKeys]
  const reply = await runScript(makeScript, keys, [...args, ...Object.entries(fields).flat()])
  const [outcome, more = ''] = reply as [MakeOutcome, string?]
  switch (outcome) {
    case 'gone':
      throw accountGone()
    case 'other':
      throw invalid('This Idempotency-Key was used for another batch in the last 24 hours. Send another one.')
    case 'too many': {
      // Expired batches leave the index when it is read.
      if ((await listBatches(accountId)).length < maxBatches) return make(accountId, order, read)
      throw invalid(`An account keeps at most ${maxBatches} batches. Delete one that is not needed.`)
    }
    case 'too many keys':
      throw new PinrefError(
        'too_many_requests',
        `An account can use ${maxIdempotencyKeys.toLocaleString('en')} Idempotency-Keys in 24 hours. Try again later.`,
        { retryAfterSeconds: Math.max(1, Number(more)) },
      )
    default:
      return more
  }
}

type MakeOutcome = 'made' | 'known' | 'gone' | 'too many' | 'too many keys' | 'other'

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

const invalid = (detail: string) => new PinrefError('invalid_request', detail)
