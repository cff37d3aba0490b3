import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startQueue } from '@/server/entrances/http/start'
import type { Batch } from '@/server/features/batches/batch'
import { batchKeys, lastingKeys } from '@/server/features/batches/batch-store'
import { deleteBatch, startBatch, updateBatch } from '@/server/features/batches/change-batch'
import { createBatch, updatePart } from '@/server/features/batches/create-batch'
import { listBatches } from '@/server/features/batches/find-batch'
import { readResults } from '@/server/features/batches/read-results'
import { repeatOf } from '@/server/features/batches/repeat-batch'
import { findings } from '@/server/features/lists/audit'
import type { LookupOptions } from '@/server/places/upstream/lookup-options'
import { stopQueue } from '@/server/platform/queue/queue'
import { store } from '@/server/platform/store/store'
import { withStore } from '../access/environment'
import { numberedListing } from '../simulator/listings'
import { startSimulator } from '../simulator/simulator'
import { billable } from '../simulator/skus'
import { newRichAccount } from '../support/new-account'
import { makeOf, order, placeIds, rowsOf, sentAs, until } from './orders'

const simulator = await startSimulator()
withStore({
  GOOGLE_MAPS_API_KEY: simulator.apiKey,
  GOOGLE_PLACES_URL: simulator.placesUrl,
  GOOGLE_LEGACY_PLACES_URL: simulator.legacyUrl,
  GOOGLE_MAPSTOOLS_URL: simulator.mapstoolsUrl,
  LINK_GATEWAY_URL: simulator.linksUrl,
  UPSTREAM_CALLER_SHARE: '100',
})

beforeAll(() => startQueue())
beforeEach(() => simulator.reset())
afterAll(async () => {
  await stopQueue()
  await simulator.stop()
})

const listings = (count: number, from = 0) => Array.from({ length: count }, (_, index) => numberedListing(from + index))

/** Returns what a batch counts besides lines that are fine. */
const countsOf = ({ audit }: Batch) => {
  const { fine, ...others } = audit?.counts ?? { fine: null }
  return { fine, ...Object.fromEntries(Object.entries(others).filter(([, count]) => count > 0)) }
}

const someOf = (counts: object = {}) => Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

const repeat = (accountId: string, batch: Batch, changes: Partial<LookupOptions> = {}, idempotency = '') =>
  createBatch(accountId, { ...repeatOf(batch, changes), key: '', idempotency: idempotency || null })

async function repeated(accountId: string, batch: Batch, changes: Partial<LookupOptions> = {}): Promise<Batch> {
  const { id } = await repeat(accountId, batch, changes)
  return until(accountId, id, 'finished')
}

/** Returns a finished batch with these rows of a sheet: a heading row, then names and place ids. */
async function sheetOf(accountId: string, rows: string[][], more: Partial<LookupOptions>): Promise<Batch> {
  const text = [['Shop', 'Link'], ...rows].map((cells) => cells.join(',')).join('\n')
  const sent = { text, format: 'csv' } as const
  const { id } = await makeOf(accountId, [], { sent, operation: 'auto', name: 'Shops', ...more })
  return until(accountId, id, 'finished')
}

/** Returns the sheet for all findings at once: six lines, of which the first is fine, and a blank row. */
function sheet(from: number) {
  const [fine, moved, closed, paused, gone, next] = listings(6, from)
  if (!fine || !moved || !closed || !paused || !gone || !next) throw new Error('There are six listings.')
  simulator.change(
    { place_id: moved.placeId, moved_to: next.placeId },
    { place_id: closed.placeId, business_status: 'CLOSED_PERMANENTLY' },
    { place_id: paused.placeId, business_status: 'CLOSED_TEMPORARILY' },
    { place_id: gone.placeId, gone: true },
  )
  const names = [fine.title, next.title, 'Casa Bianca', paused.title, gone.title]
  const rows = [fine, moved, closed, paused, gone].map(({ placeId }, index) => [names[index] ?? '', placeId])
  return {
    fine,
    moved,
    closed,
    paused,
    gone,
    rows: [...rows, ['', ''], [closed.title, closed.placeId], ['Nobody', 'see']],
  }
}

test('a finished batch counts what each row’s findings say, and keeps its counts without names and ratings', async () => {
  const accountId = await newRichAccount()
  const { rows: sent } = sheet(20_000)
  const batch = await sheetOf(accountId, sent, { details: 'full' })
  expect(batch.audit).toMatchObject({ closuresKnown: 6, changes: null })
  const read = async () => (await readResults(accountId, batch.id, { after: 0, hasArrived: false })).rows
  const rows = await read()
  expect(rows.map((row) => row.findings)).toEqual([
    [],
    [],
    ['moved'],
    ['closed_permanently', 'name_differs'],
    ['closed_temporarily'],
    ['not_found'],
    [],
    ['closed_permanently', 'duplicate'],
    ['not_checked'],
  ])
  expect(rows.every(({ previous_findings }) => previous_findings === null)).toBe(true)
  expect(countsOf(batch)).toEqual({
    fine: 1,
    moved: 1,
    closed_permanently: 2,
    closed_temporarily: 1,
    not_found: 1,
    duplicate: 1,
    name_differs: 1,
    not_checked: 1,
  })
  const redis = (await store()).redis
  await redis.del(batchKeys(accountId, batch.id).details(0, 0))
  const without = await read()
  expect(without.map(({ listing }) => listing?.title ?? null)).toEqual(rows.map(() => null))
  expect(without.map((row) => [row.business_status, row.findings])).toEqual(
    rows.map((row) => [row.business_status, row.findings]),
  )
})

test('a filter by finding selects exactly the lines that are counted, also for any finding', async () => {
  const accountId = await newRichAccount()
  const batch = await sheetOf(accountId, sheet(20_100).rows, { details: 'full' })
  const numbers = async (finding: 'fine' | 'any' | (typeof findings)[number]) =>
    (await readResults(accountId, batch.id, { after: 0, hasArrived: false, finding })).rows.map(({ row }) => row)
  expect(await numbers('fine')).toEqual([2])
  expect(await numbers('any')).toEqual([3, 4, 5, 6, 8, 9])
  for (const finding of findings) expect((await numbers(finding)).length, finding).toBe(batch.audit?.counts[finding])
})

test('a repeat has the same rows and settings, and counts what closed, reopened, and was found again', async () => {
  const accountId = await newRichAccount()
  const { fine, paused, gone, rows: sent } = sheet(20_200)
  const first = await sheetOf(accountId, sent, { details: 'full', language: 'it' })
  simulator.change(
    { place_id: fine.placeId, business_status: 'CLOSED_PERMANENTLY' },
    { place_id: paused.placeId },
    { place_id: gone.placeId },
  )
  const second = await repeated(accountId, first)
  const { name, columns, headingRow, nameColumn, column, language, details, lookups } = first
  expect(second).toMatchObject({ name, columns, headingRow, nameColumn, column, language, details, lookups })
  expect(second.previous).toEqual({ batch: first.id, ended: first.ended })
  expect(someOf(second.audit?.changes?.appeared)).toEqual({ closed_permanently: 1 })
  expect(someOf(second.audit?.changes?.resolved)).toEqual({ closed_temporarily: 1, not_found: 1 })
  const rows = await rowsOf(accountId, second.id)
  expect(rows.map(({ input }) => input)).toEqual((await rowsOf(accountId, first.id)).map(({ input }) => input))
  expect(rows.map((row) => [row.previous_findings, row.findings])).toEqual([
    [null, []],
    [[], ['closed_permanently']],
    [['moved'], ['moved']],
    [
      ['closed_permanently', 'name_differs'],
      ['closed_permanently', 'name_differs'],
    ],
    [['closed_temporarily'], []],
    [['not_found'], []],
    [null, []],
    [
      ['closed_permanently', 'duplicate'],
      ['closed_permanently', 'duplicate'],
    ],
    [null, ['not_checked']],
  ])
})

test('a closed business does not appear if the earlier batch could not know whether it was open', async () => {
  const accountId = await newRichAccount()
  const { rows: sent, closed } = sheet(20_300)
  const first = await sheetOf(accountId, sent, { details: 'checked' })
  expect(first.audit).toMatchObject({ counts: { closed_permanently: 0, moved: 1, not_found: 1 }, closuresKnown: 1 })
  simulator.change({ place_id: closed.placeId, business_status: 'CLOSED_PERMANENTLY' })
  const second = await repeated(accountId, first, { details: 'full' })
  expect(second.audit?.counts).toMatchObject({ closed_permanently: 2 })
  expect([second.audit?.changes?.appeared, second.audit?.changes?.resolved].map(someOf)).toEqual([{}, {}])
})

test('a comparison survives the deletion of the earlier batch while the repeat runs', async () => {
  const accountId = await newRichAccount()
  const { fine, rows: sent } = sheet(20_400)
  const first = await sheetOf(accountId, sent, { details: 'full' })
  simulator.change({ place_id: fine.placeId, business_status: 'CLOSED_PERMANENTLY' })
  const { id } = await repeat(accountId, first)
  await deleteBatch(accountId, first.id)
  const second = await until(accountId, id, 'finished')
  expect(someOf(second.audit?.changes?.appeared)).toEqual({ closed_permanently: 1 })
  expect((await rowsOf(accountId, id))[1]).toMatchObject({ previous_findings: [], findings: ['closed_permanently'] })
  const left = await (await store()).redis.exists(...lastingKeys(accountId, first.id))
  expect(left).toBe(0)
})

test('a repeat of rows in several chunks and parts compares each row with itself', async () => {
  const accountId = await newRichAccount()
  const requested = listings(80, 20_700)
  // 32 lines of this length fill a chunk.
  const lines = requested.map(({ placeId }) => ({ url: placeId, note: 'x'.repeat(8_000) }))
  const { id } = await createBatch(accountId, { ...order, details: 'full', isStarted: false })
  for (const part of [2, 1]) await updatePart(accountId, id, part, sentAs(lines.slice(40 * part - 40, 40 * part)))
  await startBatch(accountId, id, '')
  const first = await until(accountId, id, 'finished')
  expect(await (await store()).redis.hlen(batchKeys(accountId, id).findings)).toBe(4)
  const closed = [1, 35, 45, 79]
  for (const index of closed)
    simulator.change({ place_id: requested[index]?.placeId ?? '', business_status: 'CLOSED_PERMANENTLY' })
  const second = await repeated(accountId, first)
  expect(someOf(second.audit?.changes?.appeared)).toEqual({ closed_permanently: 4 })
  const third = await repeated(accountId, second)
  expect(someOf(third.audit?.changes?.appeared)).toEqual({})
  const rows = await rowsOf(accountId, third.id)
  expect(rows.map(({ input }) => input)).toEqual(lines)
  const before = rows.flatMap(({ previous_findings }, index) => (previous_findings?.length === 1 ? index : []))
  expect(before).toEqual(closed)
})

test('only a finished batch can be repeated, and a repeated request returns the same batch even after a change of name', async () => {
  const accountId = await newRichAccount()
  const ready = await makeOf(accountId, placeIds(3), { isStarted: false })
  await expect(repeat(accountId, ready)).rejects.toMatchObject({
    code: 'batch_state',
    message: expect.stringContaining('This batch is receiving and cannot be repeated.'),
  })
  const { id } = await makeOf(accountId, placeIds(3))
  const first = await until(accountId, id, 'finished')
  const [one, other] = await Promise.all([repeat(accountId, first, {}, 'again'), repeat(accountId, first, {}, 'again')])
  expect(other.id).toBe(one.id)
  const renamed = await updateBatch(accountId, first.id, { name: 'Another name' })
  expect((await repeat(accountId, renamed, {}, 'again')).id).toBe(one.id)
  await expect(repeat(accountId, renamed, { details: 'checked' }, 'again')).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })
  expect(await listBatches(accountId)).toHaveLength(3)
  expect((await until(accountId, one.id, 'finished')).rows).toBe(3)
})

test('a batch that is deleted while its rows are copied is either repeated whole or not at all', async () => {
  const accountId = await newRichAccount()
  const { redis } = await store()
  const { id } = await makeOf(accountId, placeIds(30_000))
  const first = await until(accountId, id, 'finished')
  const repeating = repeat(accountId, first).catch((error: unknown) => error)
  for (let copied = 0; copied === 0; ) {
    const [newest] = await listBatches(accountId)
    copied = newest && newest.id !== id ? await redis.hlen(batchKeys(accountId, newest.id).input) : 0
  }
  await deleteBatch(accountId, id)
  expect(await repeating).toMatchObject({ code: 'batch_not_found' })
  expect(await listBatches(accountId)).toEqual([])
  expect((await redis.keys('*batch:*')).filter((key) => key.includes(`{${accountId}}`))).toEqual([])
})

test('rows of one kind that were not looked up are looked up if the repeat requests more details', async () => {
  const accountId = await newRichAccount()
  const [listing] = listings(1, 20_500)
  const { id } = await makeOf(accountId, [listing?.placeId, 'Trevi Fountain'], {
    operation: 'auto',
    details: 'none',
    lookups: [],
  })
  const first = await until(accountId, id, 'finished')
  expect(countsOf(first)).toEqual({ fine: 0, not_checked: 2 })
  expect((await repeated(accountId, first)).lookups).toEqual([])
  const second = await repeated(accountId, first, { details: 'full' })
  expect(second.lookups).toEqual(['listing'])
  expect(countsOf(second)).toEqual({ fine: 1, not_checked: 1 })
  expect(someOf(second.audit?.changes?.resolved)).toEqual({ not_checked: 1 })
})

test.each([
  ['none', 0],
  ['checked', 0],
  ['full', 3],
] as const)(
  'details %s make %i billable calls for five lines with three listings, and as many in a repeat',
  async (details, calls) => {
    const accountId = await newRichAccount()
    const [a, b, c] = listings(3, 20_600 + details.length * 10)
    const lines = [a, b, a, b, c].map((listing) => listing?.placeId)
    const { id } = await makeOf(accountId, lines, { details })
    const first = await until(accountId, id, 'finished')
    expect(billable(simulator.skus)).toBe(calls)
    await repeated(accountId, first)
    expect(billable(simulator.skus)).toBe(2 * calls)
  },
)
