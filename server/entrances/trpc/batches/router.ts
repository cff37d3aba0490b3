import type * as z from 'zod'
import { type Batch, longestName, type RowKind, rowKinds } from '@/server/features/batches/batch'
import {
  cancelBatch,
  deleteBatch,
  pauseBatch,
  resumeBatch,
  startBatch,
  updateBatch,
} from '@/server/features/batches/change-batch'
import { type BatchOrder, createBatch, type SentLines, updatePart } from '@/server/features/batches/create-batch'
import { listBatches, waitForBatch } from '@/server/features/batches/find-batch'
import {
  filesAtOnce,
  keepSeconds,
  longestHeading,
  longestLine,
  maxBatches,
  maxBytes,
  maxColumns,
  maxIdempotencyKeys,
  maxLines,
  maxLinesStored,
  maxPageBytes,
  maxParts,
  maxReadBytes,
  maxScanned,
  maxWaitSeconds,
  repeats,
  resultReads,
  waitsAtOnce,
} from '@/server/features/batches/limits'
import { maxRows, readResults } from '@/server/features/batches/read-results'
import { repeatOf } from '@/server/features/batches/repeat-batch'
import { reserveAddress } from '@/server/features/callbacks/deliver'
import { endpointAddress } from '@/server/features/callbacks/endpoint'
import { openSecrets } from '@/server/features/callbacks/secrets'
import type { ListOptions } from '@/server/features/lists/list-layout'
import { works } from '@/server/metering/access/long-body'
import { readLookupOptions } from '@/server/places/upstream/lookup-options'
import { PinrefError } from '@/server/platform/problems/errors'
import { maxRequestBytes } from '@/server/platform/runtime/bounded-body'
import type { Body } from '../entrance'
import { type Context, router } from '../init'
import { idempotencyOf, pageOf } from '../wire'
import {
  allowOperations,
  type BatchOwner,
  batchProcedure,
  ownBatch,
  problemsOfBatches,
  suspendedBatchProcedure,
  viewerBatchProcedure,
} from './owner'
import { filterIn, viewProcedure } from './results'
import {
  batchesOutput,
  batchOutput,
  createChosenInput,
  createdBatchOutput,
  createInput,
  deletedOutput,
  idInput,
  listInput,
  partInput,
  partOutput,
  repeatInput,
  resultsInput,
  resultsOutput,
  updateInput,
  waitInput,
  wireBatch,
} from './schemas'

/** Returns the lines in a call; null if there are none. */
function sentLines(input: Pick<z.output<typeof createInput>, 'data' | 'format' | 'lines'>): SentLines | null {
  const { data, format = null, lines } = input
  if (lines !== undefined) return { values: lines }
  return data === undefined ? null : { text: data, format }
}

/** Returns how to read a CSV. */
const listOptions = (input: z.output<typeof createInput>): ListOptions => ({
  headingRow: input.heading_row ?? null,
  column: input.column || null,
  nameColumn: input.name_column ?? null,
  addressColumns: input.address_column ?? null,
  countryColumn: input.country_column ?? null,
  referenceColumn: input.reference_column ?? null,
})

/** Returns a function that tests whether a batch matches a list's filters. */
function filterBatches({ state, created_after, q, client }: z.output<typeof listInput>): (batch: Batch) => boolean {
  const afterMs = created_after === undefined ? 0 : Date.parse(created_after)
  const text = q?.toLowerCase() ?? ''
  return (batch) =>
    (state === undefined || batch.state === state) &&
    (client === undefined || batch.client === client) &&
    batch.created > afterMs &&
    batch.name.toLowerCase().includes(text)
}

/** A body with lines. */
const linesBody: Body = {
  maxBytes,
  long: 'batches',
  isLines: true,
  media: ['application/json', 'text/csv', 'application/x-ndjson'],
  counts: { charactersInLine: longestLine, columns: maxColumns, charactersInHeading: longestHeading },
}

/** Pages send lines in parts. */
const linesOnlyInRest: Body = { ...linesBody, maxPageBytes: maxRequestBytes }

/** What an account may store in batches, besides the bytes in its plan. */
const storedLines = { linesInBatch: maxLines, lines: maxLinesStored }
const storedDays = keepSeconds / 86_400

/** The errors of an action that is not possible in every state. */
const problemsOfActions = [...problemsOfBatches, 'batch_state'] as const

const problemsOfNewBatches = [...problemsOfBatches, 'limit_reached', 'idempotency_key_reused'] as const

const batchStores = { batches: maxBatches, ...storedLines, idempotencyKeys: maxIdempotencyKeys, days: storedDays }

/** Creates a batch. @param lookups the kinds of rows to look up. */
function answerCreate(input: z.output<typeof createInput>, context: OwnerContext, lookups: readonly RowKind[]) {
  const { name = '', client = '', operation, fallback, start, callback_url } = input
  const sent = sentLines(input)
  return create(context, {
    name,
    client,
    operation,
    fallback,
    lookups,
    ...readLookupOptions(input),
    options: listOptions(input),
    isTest: context.batches.isTest,
    callback: callback_url ?? '',
    sent,
    isStarted: start === undefined ? sent !== null : start === 'now',
  })
}

type OwnerContext = Pick<Context, 'call'> & { batches: BatchOwner }

/** @param order with the callback URL as it was sent. */
async function create({ batches: owner, call }: OwnerContext, order: Omit<BatchOrder, 'key' | 'idempotency'>) {
  const { fallback, details, isStarted, sent } = order
  allowOperations(owner, order)
  if (fallback === 'name' && details !== 'full')
    throw new PinrefError('invalid_request', 'fallback requires details "full", because Google bills every search.')
  if (isStarted && sent === null) throw new PinrefError('invalid_request', 'Send lines to start now, or omit start.')
  const { accountId, key } = owner
  const callback = order.callback && endpointAddress(order.callback, 'callback_url')
  const named = callback && (await reserveAddress(owner, callback))
  const batch = await createBatch(owner, { ...order, key, callback, idempotency: idempotencyOf(call) })
  const target = { endpoint: '', batch: batch.id }
  if (named) await named(target, `msg_test_${batch.id}`)
  // A repeated request returns the secret again, because the first response may have been lost.
  const [secret = null] = callback ? await openSecrets({ accountId, ...target }, [batch.callbackSecret]) : []
  return Object.assign(wireBatch(batch), { callback_secret: secret })
}

/** Background batches, for an account's keys over REST and for a signed-in person. */
export const batchesRouter = router({
  create: batchProcedure
    .meta({
      body: linesOnlyInRest,
      stores: batchStores,
      problems: problemsOfNewBatches,
      turns: Object.values(works),
      openapi: {
        method: 'POST',
        path: '/batches',
        requestName: 'CreateBatchRequest',
        postman: { body: { start: 'later', details: 'none' } },
        creates: true,
        idempotent: true,
        repeatable: ['address_column'],
        tags: ['Batches'],
        summary: 'Create a batch of up to 1,000,000 lines',
        description:
          'Looks up links, identifiers, or names in the background. Send the lines as JSON, JSON Lines, or CSV. To send them in parts instead, omit them here. Each line found counts as one call.',
      },
    })
    .input(createInput)
    .output(createdBatchOutput)
    .mutation(({ input, ctx }) => answerCreate(input, ctx, rowKinds)),

  /** Creates a batch in which only some kinds of rows are looked up. */
  only: router({
    create: batchProcedure
      .meta({ body: linesOnlyInRest, stores: batchStores, turns: Object.values(works) })
      .input(createChosenInput)
      .output(createdBatchOutput)
      .mutation(({ input: { lookups, ...input }, ctx }) => answerCreate(input, ctx, lookups)),
  }),

  list: viewerBatchProcedure
    .meta({
      returns: { batches: maxBatches },
      openapi: {
        method: 'GET',
        path: '/batches',
        tags: ['Batches'],
        summary: 'List batches, newest first',
        description:
          'A batch is listed for 35 days after it ends, or until you delete it. `state`, `created_after`, `q`, and `client` filter the batches.',
      },
    })
    .input(listInput)
    .output(batchesOutput)
    .query(async ({ input, ctx: { batches: owner } }) => {
      const { page, next } = pageOf((await listBatches(owner.accountId)).filter(filterBatches(input)), input)
      return { batches: page.map(wireBatch), next }
    }),

  get: viewerBatchProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/batches/{id}',
        postman: { repeatWhile: ['queued', 'running'] },
        tags: ['Batches'],
        summary: 'Get a batch',
        description:
          'Returns the batch’s state, how many lines are done, and an estimate of the time left. Never counts as a call.',
      },
    })
    .input(idInput)
    .output(batchOutput)
    .query(async ({ input, ctx: { batches: owner } }) => wireBatch(await ownBatch(owner, input.id))),

  update: batchProcedure
    .meta({
      stores: { characters: 2 * longestName },
      openapi: {
        method: 'PATCH',
        path: '/batches/{id}',
        requestName: 'UpdateBatchRequest',
        tags: ['Batches'],
        summary: 'Change a batch’s name or client',
        description: 'Possible in any state, even after the batch has ended. Never counts as a call.',
      },
    })
    .input(updateInput)
    .output(batchOutput)
    .mutation(async ({ input: { id, name, client }, ctx: { batches: owner } }) => {
      if (name === undefined && client === undefined)
        throw new PinrefError('invalid_request', 'Send at least one field to change.')
      await ownBatch(owner, id)
      const changes = {
        ...(name !== undefined && { name: name ?? '' }),
        ...(client !== undefined && { client: client ?? '' }),
      }
      return wireBatch(await updateBatch(owner, id, changes))
    }),

  /** Waits for a batch on behalf of agents, which would otherwise poll. */
  wait: viewerBatchProcedure
    .meta({ deadline: 1_000 * maxWaitSeconds, turns: [waitsAtOnce] })
    .input(waitInput)
    .output(batchOutput)
    .query(async ({ input: { id, wait_seconds }, ctx: { batches: owner, call } }) => {
      await ownBatch(owner, id)
      return wireBatch(await waitForBatch(owner.accountId, id, 1_000 * wait_seconds, call.signal()))
    }),

  updatePart: batchProcedure
    .meta({
      body: linesBody,
      stores: { parts: maxParts, ...storedLines, days: storedDays },
      problems: [...problemsOfActions, 'limit_reached'],
      turns: Object.values(works),
      openapi: {
        method: 'PUT',
        path: '/batches/{id}/parts/{part}',
        requestName: 'UpdateBatchPartRequest',
        tags: ['Batches'],
        description:
          'Use parts when the lines do not fit in one request. A batch can have up to 10,000 parts of up to 4 MiB each, in any order. Sending a part again replaces it. If an account sends too many bodies over 16 KiB at the same time, further requests get status 429.',
        summary: 'Upload or replace a part of a batch',
      },
    })
    .input(partInput)
    .output(partOutput)
    .mutation(async ({ input, ctx: { batches: owner } }) => {
      const { id, part } = input
      await ownBatch(owner, id)
      const sent = sentLines(input) ?? { text: '', format: null }
      const added = await updatePart(owner, id, Number(part), sent)
      return { part: added.part, line_count: added.lines, batch_line_count: added.allLines }
    }),

  start: batchProcedure
    .meta({
      stores: null,
      problems: problemsOfActions,
      openapi: {
        method: 'POST',
        path: '/batches/{id}/start',
        tags: ['Batches'],
        summary: 'Start a batch after its last part',
        description:
          'A started batch accepts no more lines. The batch’s calls count against the key that starts the batch.',
      },
    })
    .input(idInput)
    .output(batchOutput)
    .mutation(async ({ input: { id }, ctx: { batches: owner } }) => {
      await ownBatch(owner, id)
      return wireBatch(await startBatch(owner, id, owner.key))
    }),

  pause: batchProcedure
    .meta({
      stores: null,
      problems: problemsOfActions,
      openapi: {
        method: 'POST',
        path: '/batches/{id}/pause',
        postman: { mayBeOver: true },
        tags: ['Batches'],
        summary: 'Pause a batch',
        description: 'The batch remains paused until you resume it. Results so far are available.',
      },
    })
    .input(idInput)
    .output(batchOutput)
    .mutation(async ({ input: { id }, ctx: { batches: owner } }) => {
      await ownBatch(owner, id)
      return wireBatch(await pauseBatch(owner, id))
    }),

  resume: batchProcedure
    .meta({
      stores: null,
      problems: problemsOfActions,
      openapi: {
        method: 'POST',
        path: '/batches/{id}/resume',
        postman: { mayBeOver: true },
        tags: ['Batches'],
        summary: 'Resume a batch with this key',
        description: 'Further calls count against this key. A waiting batch retries immediately.',
      },
    })
    .input(idInput)
    .output(batchOutput)
    .mutation(async ({ input: { id }, ctx: { batches: owner } }) => {
      await ownBatch(owner, id)
      return wireBatch(await resumeBatch(owner, id, owner.key))
    }),

  cancel: suspendedBatchProcedure
    .meta({
      stores: null,
      problems: problemsOfActions,
      openapi: {
        method: 'POST',
        path: '/batches/{id}/cancel',
        postman: { isLate: true, mayBeOver: true },
        tags: ['Batches'],
        summary: 'Cancel a batch and keep its results',
        description: 'Lines that have not been processed are dropped and do not count.',
      },
    })
    .input(idInput)
    .output(batchOutput)
    .mutation(async ({ input: { id }, ctx: { batches: owner } }) => {
      await ownBatch(owner, id)
      return wireBatch(await cancelBatch(owner, id))
    }),

  repeat: batchProcedure
    .meta({
      stores: batchStores,
      problems: [...problemsOfNewBatches, 'batch_state'],
      turns: [repeats],
      openapi: {
        method: 'POST',
        path: '/batches/{id}/repeat',
        requestName: 'RepeatBatchRequest',
        isBodyOptional: true,
        postman: { body: {}, isLate: true },
        creates: '/batches',
        idempotent: true,
        tags: ['Batches'],
        summary: 'Repeat a finished batch',
        description:
          'Starts a new batch with the same rows, columns, settings, and name. When it has finished, `audit.previous` counts what has changed since this batch, even if you have deleted this one. The new batch’s calls count against the key that repeats it.',
      },
    })
    .input(repeatInput)
    .output(createdBatchOutput)
    .mutation(async ({ input: { id, ...changes }, ctx }) =>
      create(ctx, repeatOf(await ownBatch(ctx.batches, id), changes)),
    ),

  listResults: viewerBatchProcedure
    .meta({
      turns: [resultReads, filesAtOnce],
      returns: { results: maxRows, bytes: maxPageBytes, scanned: maxScanned, bytesRead: maxReadBytes },
      openapi: {
        method: 'GET',
        path: '/batches/{id}/results',
        files: {
          description:
            'Returns all finished lines, even while the batch runs. Compressed if you accept gzip. An account can download three files at a time. A download is cut off after ten minutes.',
          csv: {
            operationId: 'batches-getResultsCsv',
            summary: 'Get all results as CSV',
            content: 'Your file’s columns come first.',
          },
          jsonl: {
            operationId: 'batches-getResultsJsonl',
            summary: 'Get all results as JSON Lines',
            content: 'One object per line, as in a page’s `results`.',
          },
        },
        tags: ['Batches'],
        description:
          'To get the next page, send `next` as `after`, until `next` is null. A page has up to 1,000 lines and 1 MiB. `state`, `finding`, `code`, and `q` filter the lines; a filtered request scans up to 20,000 lines.',
        summary: 'Get results, even while the batch runs',
      },
    })
    .input(resultsInput)
    .output(resultsOutput)
    .query(async ({ input, ctx: { batches: owner } }) => {
      const { id, after = '0', limit } = input
      await ownBatch(owner, id)
      const filter = filterIn(input)
      // On the dashboard, or if the lines are filtered, the caller may not have fetched all lines before `after`.
      const hasArrived = owner.key !== '' && Object.values(filter).every((one) => one === null)
      const options = { ...filter, after: Number(after), hasArrived, ...(limit && { most: Number(limit) }) }
      const page = await readResults(owner.accountId, id, options)
      return { results: page.rows, next: page.isLast ? null : String(page.after) }
    }),

  /** Returns lines for a batch's page. */
  view: viewProcedure,

  delete: suspendedBatchProcedure
    .meta({
      stores: null,
      openapi: {
        method: 'DELETE',
        path: '/batches/{id}',
        tags: ['Batches'],
        description: 'The lines are deleted too. If the batch is still running, it is canceled first.',
        summary: 'Delete a batch and its results',
      },
    })
    .input(idInput)
    .output(deletedOutput)
    .mutation(async ({ input: { id }, ctx: { batches: owner } }) => {
      await ownBatch(owner, id)
      await deleteBatch(owner, id)
      return { id, deleted: true as const }
    }),
})
