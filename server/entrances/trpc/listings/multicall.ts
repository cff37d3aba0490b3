import { setMaxListeners } from 'node:events'
import type { AdmissionOutcome, Admissions } from '@/server/metering/access/admission'
import { admitMulticall } from '@/server/metering/access/admit'
import { refundFailed } from '@/server/metering/access/refund'
import { recordFailedCall } from '@/server/metering/usage/failed-calls'
import { UpstreamFailure } from '@/server/places/upstream/failure'
import { type Lookup, withinDeadline } from '@/server/places/upstream/lookup'
import { defaultLookupOptions } from '@/server/places/upstream/lookup-options'
import { createSlots } from '@/server/places/upstream/slots'
import { type CallRecord, timed } from '@/server/platform/observability/call-record'
import type { PinrefError } from '@/server/platform/problems/errors'
import { problemOf } from '@/server/platform/problems/problem'
import { env } from '@/server/platform/settings/env'
import { workingRoles } from '../entrance'
import { errorForCaller, inputError } from '../error'
import type { Context, Metering } from '../init'
import { spenderOf } from '../member'
import { watchMonths } from '../metered'
import { answerConvert } from './convert'
import { answerResolve, answerSearch } from './operations'
import {
  convertOutput,
  type MulticallItem,
  type MulticallResult,
  type MulticallResults,
  maxItems,
  multicallItem,
  multicallOperations,
  resolveOutput,
  searchOutput,
} from './schemas'

/**
 * Limits how many batch lookups run at once in this process; further lookups wait here. A caller's whole first batch
 * may run at once, so its short links share calls to the Resolution API. The lookups that run at once fit in any
 * upstream's queue and leave room for single calls.
 */
const inTurn = createSlots({ concurrency: 128, perCaller: maxItems, queue: 5_000 })

type ItemAnswer = { result: Awaited<ReturnType<typeof answerItem>> } | { error: PinrefError }

/** A readable item, as a separate call. */
interface ItemCall {
  item: MulticallItem
  outcome: AdmissionOutcome
  metering: Metering
  answer: ItemAnswer
}

/**
 * Runs a batch's items, each as a separate call: an unreadable item is never counted, an item over a quota or limit is
 * rejected, and an item that fails is refunded. Items are admitted in one round trip to the store and refunded in
 * another. Lookups run at the same time; lookups that are not finished within `UPSTREAM_DEADLINE_MS` fail.
 * @throws the same errors as `admitMulticall`; PinrefError `too_many_requests` over the burst limit if no item can be read;
 *   `upstream_unavailable` if the caller has disconnected and therefore does not see the error.
 */
export async function answerMulticall(items: readonly unknown[], ctx: Context): Promise<MulticallResults> {
  const readings = items.map(readItem)
  const readable = readings.flatMap((reading) => ('item' in reading ? [reading.item] : []))
  const admissions = await admitItems(readable, ctx)
  const calls = await answerItems(readable, admissions, ctx)
  await settle(calls, admissions, ctx)
  const { aborted, reason } = ctx.call.signal()
  if (aborted) throw new UpstreamFailure('left', reason)
  const ofReadable = calls.values()
  const answers = readings.map((reading): ItemAnswer => {
    const answer = 'item' in reading ? ofReadable.next().value?.answer : reading
    if (!answer) throw new Error('a batch item has no result')
    return answer
  })
  ctx.record.items = tally(answers)
  noteFailures(answers, ctx)
  return { results: answers.map((answer, index) => resultOf(items[index], answer, ctx.record.requestId)) }
}

/** Records failed items for the key's account: one call for each code, with its first detail. */
function noteFailures(answers: readonly ItemAnswer[], { apiKey, call, metering, record }: Context): void {
  if (apiKey === null) return
  const { items = {}, operation, requestId } = record
  for (const code of Object.keys(items) as (keyof typeof items)[]) {
    const failed = answers.find((answer) => 'error' in answer && answer.error.code === code)
    if (!failed || !('error' in failed)) continue
    const admittedFor = metering.admission?.caller
    const client = () => call.client()
    recordFailedCall({
      apiKey,
      admittedFor,
      client,
      operation,
      requestId,
      error: failed.error,
      items: items[code] ?? 1,
    })
  }
}

/** Counts the items by outcome, for the log. */
function tally(answers: readonly ItemAnswer[]): NonNullable<CallRecord['items']> {
  const items: NonNullable<CallRecord['items']> = {}
  for (const answer of answers) {
    const code = 'error' in answer ? answer.error.code : 'ok'
    items[code] = (items[code] ?? 0) + 1
  }
  return items
}

function resultOf(item: unknown, answer: ItemAnswer, requestId: string): MulticallResult {
  if ('result' in answer) return answer.result
  const problem = problemOf(answer.error, requestId)
  const { operation } = (item ?? {}) as { operation?: unknown }
  return {
    operation: multicallOperations.find((one) => one === operation) ?? null,
    ok: false,
    status: problem.status,
    // A single item never fails with one of the dashboard's codes.
    problem: problem as Extract<MulticallResult, { ok: false }>['problem'],
  }
}

function readItem(item: unknown, index: number): { item: MulticallItem } | { error: PinrefError } {
  const { data, error } = multicallItem.safeParse(item)
  return error ? { error: inputError(error, ['items', index]) } : { item: data }
}

async function admitItems(items: readonly MulticallItem[], ctx: Context): Promise<Admissions> {
  const { call, apiKey, record, metering } = ctx
  const member = apiKey === null ? await spenderOf(ctx, workingRoles) : null
  const caller = { client: () => call.client(), apiKey, member }
  const operations = items.map(({ operation }) => operation)
  const admissions = await timed(record, 'storeMs', () => admitMulticall(caller, operations, record.requestId))
  record.keyId = admissions.keyId
  metering.admission = admissions
  metering.quota = admissions.quota
  const [reading] = admissions.outcomes
  if (items.length === 0 && reading?.refused) throw reading.refused
  return admissions
}

/** Runs the admitted items, all within the deadline for one lookup. */
async function answerItems(items: readonly MulticallItem[], admissions: Admissions, ctx: Context): Promise<ItemCall[]> {
  const { call, record } = ctx
  const { caller, outcomes } = admissions
  const meterings: Metering[] = []

  async function callOf(item: MulticallItem, index: number, lookup: Lookup): Promise<ItemCall> {
    const outcome = outcomes[index]
    if (!outcome) throw new Error('a batch item was neither admitted nor rejected')
    const { refused, quota } = outcome
    const metering: Metering = { admission: { caller, quota }, quota }
    meterings.push(metering)
    if (refused) return { item, outcome, metering, answer: { error: refused } }
    const own = {
      client: () => call.client(),
      header: (name: string) => call.header(name),
      signal: () => lookup.signal,
    }
    // Each item has its own copy of the record, because the lookup time is recorded once for all items together.
    const run = () => answerItem(item, { ...ctx, call: own, record: { ...record }, metering })
    const answer = await (item.operation === 'convert' ? run() : inTurn(run, lookup)).then(
      (result) => ({ result }),
      (thrown: unknown) => ({ error: errorForCaller(thrown, record.requestId, call.signal()) }),
    )
    return { item, outcome, metering, answer }
  }

  const whole: Lookup = { caller, options: defaultLookupOptions, signal: call.signal(), noteAsked: () => {} }
  const all = () =>
    withinDeadline(env().UPSTREAM_DEADLINE_MS, whole, (lookup) => {
      // All items listen to the signal, and Node would report more than ten listeners as a leak.
      setMaxListeners(0, lookup.signal)
      return Promise.all(items.map((item, index) => callOf(item, index, lookup)))
    })
  return timed(record, 'upstreamMs', all, () => meterings.some(({ askedUpstream }) => askedUpstream))
}

async function answerItem(item: MulticallItem, ctx: Context): Promise<Extract<MulticallResult, { ok: true }>> {
  const success = { ok: true, status: 200 } as const
  const { operation } = item
  switch (operation) {
    case 'resolve':
      return { operation, ...success, result: resolveOutput.parse(await answerResolve({ input: item, ctx })) }
    case 'search':
      return { operation, ...success, result: searchOutput.parse(await answerSearch({ input: item, ctx })) }
    case 'convert':
      return { operation, ...success, result: convertOutput.parse(answerConvert({ input: item })) }
  }
}

/** Refunds calls that were admitted and then failed. */
async function settle(
  calls: readonly ItemCall[],
  admissions: Admissions,
  { record, metering }: Context,
): Promise<void> {
  const failed = calls.flatMap(({ outcome, answer, metering: { askedUpstream = false } }, index) =>
    outcome.refused === null && 'error' in answer ? [{ index, askedUpstream, code: answer.error.code }] : [],
  )
  if (failed.length > 0) {
    metering.quota = await timed(record, 'storeMs', () => refundFailed(admissions, failed))
  }
  watchMonths(admissions, failed.length)
}
