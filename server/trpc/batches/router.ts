import type { z } from 'zod'
import {
  cancelBatch,
  pauseBatch,
  removeBatch,
  renameBatch,
  resumeBatch,
  startBatch,
} from '@/server/batches/change-batch'
import { listBatches, waitForBatch } from '@/server/batches/find-batch'
import { addPart, makeBatch, type SentLines } from '@/server/batches/make-batch'
import { readResults } from '@/server/batches/read-results'
import { admitAddress } from '@/server/callbacks/deliver'
import { endpointAddress } from '@/server/callbacks/endpoint'
import { ensureSecret } from '@/server/callbacks/secrets'
import { PinrefError } from '@/server/errors'
import { router } from '../init'
import { idempotencyOf, pageOf } from '../wire'
import { allowOperations, batchProcedure, ownBatch, suspendedBatchProcedure } from './owner'
import { filterIn, viewProcedure } from './results'
import {
  batchesOutput,
  batchOutput,
  idInput,
  listInput,
  makeInput,
  partInput,
  partOutput,
  removedOutput,
  renameInput,
  resultsInput,
  resultsOutput,
  waitInput,
  wireBatch,
} from './schemas'

/** Returns the lines that a call brings; null if it brings none. */
function sentLines(input: Pick<z.output<typeof makeInput>, 'data' | 'format' | 'lines'>): SentLines | null {
  const { data, format = null, lines } = input
  if (lines !== undefined) return { values: lines }
  return data === undefined ? null : { text: data, format }
}

/** Batches in the background, for an account's keys over REST and for a person who is signed in. */
export const batchesRouter = router({
  make: batchProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/batches',
        creates: true,
        idempotent: true,
        tags: ['Batches'],
        summary: 'Make a batch of up to 1,000,000 lines',
        description:
          'Takes links, identifiers or names as JSON, JSON Lines or CSV, and looks them up in the background. Sent without lines, it waits for them in parts. Each line that is found counts as one call.',
      },
    })
    .input(makeInput)
    .output(batchOutput)
    .mutation(async ({ input, ctx: { batches: owner, call } }) => {
      const { name = '', operation, details, column = '', address_column = '', country_column = '' } = input
      const { start, callback_url } = input
      const sent = sentLines(input)
      allowOperations(owner, { operation, details })
      if (start === 'now' && sent === null)
        throw new PinrefError('invalid_request', 'There are no lines to start with.')
      const { accountId } = owner
      const callback = callback_url === undefined ? '' : endpointAddress(callback_url, 'callback_url')
      const named = callback && (await admitAddress(accountId, callback))
      const batch = await makeBatch(accountId, {
        ...{ name, operation, details, column, isTest: owner.isTest, key: owner.key, callback },
        addressColumn: address_column,
        countryColumn: country_column,
        sent,
        isStarted: sent !== null && start !== 'later',
        idempotency: idempotencyOf(call),
      })
      if (named) {
        await ensureSecret(accountId, false)
        await named('', `msg_test_${batch.id}`)
      }
      return wireBatch(batch)
    }),

  list: suspendedBatchProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/batches',
        tags: ['Batches'],
        summary: "List the account's batches, newest first",
        description: 'A batch is listed until it is deleted, or for 30 days after it has ended.',
      },
    })
    .input(listInput)
    .output(batchesOutput)
    .query(async ({ input, ctx: { batches: owner } }) => {
      const { page, next } = pageOf(await listBatches(owner.accountId), input)
      return { batches: page.map(wireBatch), next }
    }),

  get: suspendedBatchProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/batches/{id}',
        tags: ['Batches'],
        summary: 'Get the status of a batch',
        description:
          'Answers its state, how many lines are done, and about how long the rest will take. Never counts as a call.',
      },
    })
    .input(idInput)
    .output(batchOutput)
    .query(async ({ input, ctx: { batches: owner } }) => wireBatch(await ownBatch(owner, input.id))),

  rename: batchProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/batches/{id}',
        tags: ['Batches'],
        summary: 'Rename a batch',
        description: 'Works in every state, also after the batch has ended. Never counts as a call.',
      },
    })
    .input(renameInput)
    .output(batchOutput)
    .mutation(async ({ input: { id, name }, ctx: { batches: owner } }) => {
      await ownBatch(owner, id)
      return wireBatch(await renameBatch(owner.accountId, id, name ?? ''))
    }),

  /** For agents, which would otherwise ask again and again. */
  wait: batchProcedure
    .input(waitInput)
    .output(batchOutput)
    .query(async ({ input: { id, wait_seconds }, ctx: { batches: owner, call } }) => {
      await ownBatch(owner, id)
      return wireBatch(await waitForBatch(owner.accountId, id, 1_000 * wait_seconds, call.signal()))
    }),

  putPart: batchProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/batches/{id}/parts/{part}',
        tags: ['Batches'],
        description:
          'For more lines than fit into one call: up to 10,000 parts in any order. A part that is sent again replaces the one before. A part has up to 4 MiB. If too many bodies over 16 KiB are sent at the same time, further ones get status 429.',
        summary: 'Send a part of the lines, or send it again',
      },
    })
    .input(partInput)
    .output(partOutput)
    .mutation(async ({ input, ctx: { batches: owner } }) => {
      const { id, part } = input
      await ownBatch(owner, id)
      const sent = sentLines(input) ?? { text: '', format: null }
      const added = await addPart(owner.accountId, id, Number(part), sent)
      return { part: added.part, lines: added.lines, all_lines: added.allLines }
    }),

  start: batchProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/batches/{id}/start',
        tags: ['Batches'],
        summary: 'Begin, once all parts are there',
        description: 'From then on it takes no more lines. It counts against the key that starts it.',
      },
    })
    .input(idInput)
    .output(batchOutput)
    .mutation(async ({ input: { id }, ctx: { batches: owner } }) => {
      await ownBatch(owner, id)
      return wireBatch(await startBatch(owner.accountId, id, owner.key))
    }),

  pause: batchProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/batches/{id}/pause',
        tags: ['Batches'],
        summary: 'Hold a batch up until it is resumed',
        description: 'It goes on only when it is resumed. What is done can be fetched meanwhile.',
      },
    })
    .input(idInput)
    .output(batchOutput)
    .mutation(async ({ input: { id }, ctx: { batches: owner } }) => {
      await ownBatch(owner, id)
      return wireBatch(await pauseBatch(owner.accountId, id))
    }),

  resume: batchProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/batches/{id}/resume',
        tags: ['Batches'],
        summary: 'Have a batch go on, with this key',
        description: 'It counts against the key that resumes it from then on. A batch that waits tries again at once.',
      },
    })
    .input(idInput)
    .output(batchOutput)
    .mutation(async ({ input: { id }, ctx: { batches: owner } }) => {
      await ownBatch(owner, id)
      return wireBatch(await resumeBatch(owner.accountId, id, owner.key))
    }),

  cancel: suspendedBatchProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/batches/{id}/cancel',
        tags: ['Batches'],
        summary: 'End a batch; its results stay',
        description: 'Lines that are not answered yet are given up, and do not count.',
      },
    })
    .input(idInput)
    .output(batchOutput)
    .mutation(async ({ input: { id }, ctx: { batches: owner } }) => {
      await ownBatch(owner, id)
      return wireBatch(await cancelBatch(owner.accountId, id))
    }),

  results: suspendedBatchProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/batches/{id}/results',
        tags: ['Batches'],
        description:
          'Continue with `next` as `after` until it is null. A page has up to 1,000 lines and 1 MiB. `status`, `code` and `q` narrow it; each request then goes through up to 20,000 lines.',
        summary: 'Fetch lines with their results, also while it runs',
      },
    })
    .input(resultsInput)
    .output(resultsOutput)
    .query(async ({ input, ctx: { batches: owner } }) => {
      const { id, after = '0', limit } = input
      await ownBatch(owner, id)
      const filter = filterIn(input)
      // On the dashboard, or if only some lines are wanted, those before `after` may still have to be fetched.
      const hasArrived = owner.key !== '' && Object.values(filter).every((one) => one === null)
      const wanted = { ...filter, after: Number(after), hasArrived, ...(limit && { most: Number(limit) }) }
      const page = await readResults(owner.accountId, id, wanted)
      return { results: page.rows, next: page.isLast ? null : String(page.after) }
    }),

  /** For the page of a batch. */
  view: viewProcedure,

  remove: suspendedBatchProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/batches/{id}',
        tags: ['Batches'],
        description: 'Its lines and its results are deleted too. A batch that is still running is cancelled first.',
        summary: 'Cancel and delete a batch with its results',
      },
    })
    .input(idInput)
    .output(removedOutput)
    .mutation(async ({ input: { id }, ctx: { batches: owner } }) => {
      await ownBatch(owner, id)
      await removeBatch(owner.accountId, id)
      return { id, removed: true as const }
    }),
})
