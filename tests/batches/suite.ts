import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startQueue } from '@/server/entrances/http/start'
import type { BatchWatch } from '@/server/features/batches/batch'
import type { Run } from '@/server/features/batches/batch-row'
import { batchKeys } from '@/server/features/batches/batch-store'
import {
  cancelBatch,
  deleteBatch,
  pauseBatch,
  resumeBatch,
  startBatch,
  updateBatch,
} from '@/server/features/batches/change-batch'
import { createBatch, updatePart } from '@/server/features/batches/create-batch'
import { findBatch, forgetBatches, listBatches } from '@/server/features/batches/find-batch'
import { readResults, viewResults } from '@/server/features/batches/read-results'
import { runStep } from '@/server/features/batches/run-step'
import type { Step } from '@/server/features/batches/steps'
import type { Row } from '@/server/features/lists/row'
import type { RowFilter } from '@/server/features/lists/row-filter'
import { countRows } from '@/server/features/lists/row-state'
import { removeAccount } from '@/server/metering/access/account'
import { writeProfile } from '@/server/metering/access/profile'
import { readRecentCalls } from '@/server/metering/usage/account-usage'
import { stopQueue } from '@/server/platform/queue/queue'
import { store } from '@/server/platform/store/store'
import { newAccount, newRichAccount } from '../support/new-account'
import { expectExact, makeOf, order, placeIds, rowsOf, sentAs, until, usedBy } from './orders'

/** Runs the tests that every transport must pass. The caller has pointed the environment at a store. */
export function batchSuite(transport: string): void {
  beforeAll(() => startQueue())
  afterAll(() => stopQueue())

  test(`every line is answered once, and counted, over ${transport}`, async () => {
    const accountId = await newRichAccount()
    const lines = placeIds(2_500)
    const { id } = await makeOf(accountId, lines)
    await expectExact(accountId, await until(accountId, id, 'finished'), lines)
    expect(await usedBy(accountId)).toEqual({ used: 2_500, 'resolve:ok': 2_500 })
  })

  test(`a repeated line is looked up and counted once, over ${transport}`, async () => {
    const accountId = await newRichAccount()
    const [a = '', b = '', ...others] = placeIds(1_200)
    const lines = [a, b, a, 'https://example.com', ...others, b, a, 'https://example.com', '']
    const { id } = await makeOf(accountId, lines)
    const batch = await until(accountId, id, 'finished')
    expect(batch).toMatchObject({
      rows: 1_206,
      duplicates: 4,
      done: 1_206,
      counts: { found: 1_203, unreadable: 2, blank: 1 },
    })
    const rows = await rowsOf(accountId, id)
    expect(rows).toHaveLength(lines.length)
    expect(rows.map(({ duplicate_of }) => duplicate_of).filter(Boolean)).toEqual([1, 2, 1, 4])
    expect(rows.map(({ listing }) => listing?.place_id ?? '')).toEqual(
      lines.map((line) => (line.startsWith('ChIJ') ? line : '')),
    )
    expect(rows[3]).toMatchObject({ row: 4, state: 'unreadable', problem: { code: 'unsupported_link' } })
    expect(rows.at(-1)).toMatchObject({ state: 'not_sent', reason: 'blank', problem: null })
    expect(await usedBy(accountId)).toEqual({ used: 1_200, 'resolve:ok': 1_200, 'resolve:failed': 1 })
    expect((await readRecentCalls(accountId)).errors).toEqual([{ code: 'unsupported_link', count: 1 }])
  })

  test(`rows with the same listing repeat the earliest one, once the batch has finished, over ${transport}`, async () => {
    const accountId = await newRichAccount()
    const [one = '', other = '', ...others] = placeIds(1_200)
    const linkTo = (placeId: string) => `https://maps.google.com/?q=place_id:${placeId}`
    const lines = [linkTo(one), 'no link', other, ...others, one, linkTo(one), linkTo(other), one, 'no link']
    const { id } = await makeOf(accountId, lines)
    const batch = await until(accountId, id, 'finished')
    expect(batch).toMatchObject({ duplicates: 5, counts: { found: 1_204, unreadable: 2 } })
    const rows = await rowsOf(accountId, id)
    const repeats = rows.flatMap(({ row, duplicate_of }) => (duplicate_of === null ? [] : [[row, duplicate_of]]))
    expect(repeats).toEqual([
      [1_202, 1],
      [1_203, 1],
      [1_204, 3],
      [1_205, 1],
      [1_206, 2],
    ])
    expect(rows.slice(1_201, 1_205).map(({ listing }) => listing?.place_id)).toEqual([one, one, other, one])
    // Only rows with the same request are looked up once.
    expect((await usedBy(accountId)).used).toBe(1_202)
  })

  test(`a batch whose process died before it could finish the batch is finished later, over ${transport}`, async () => {
    const accountId = await newRichAccount()
    const [one = ''] = placeIds(1)
    const { id, run } = await makeOf(accountId, [one, `https://maps.google.com/?q=place_id:${one}`])
    const finished = await until(accountId, id, 'finished')
    const { record, duplicates } = batchKeys(accountId, id)
    const { redis } = await store()
    await redis.hset(record, { state: 'running', ended: 0, duplicates: 0 })
    await Promise.all([redis.persist(record), redis.del(duplicates)])
    const reported: string[] = []
    const watch: BatchWatch = { used: () => {}, changed: async (_, { state }) => void reported.push(state) }
    const step: Step = { kind: 'lane', accountId, batch: id, run: finished.run, lane: 0, madeMs: Date.now() }
    const attempts = { failures: 0, crashes: 0 }
    const steps = [0, 1].map((lane) => runStep({ ...step, lane }, new AbortController().signal, attempts, watch))
    expect(await Promise.all(steps)).toEqual([null, null])
    expect(run).toBe(finished.run)
    expect(reported).toContain('finished')
    expect(await findBatch(accountId, id)).toMatchObject({ state: 'finished', duplicates: 1, done: 2 })
    expect((await rowsOf(accountId, id)).map(({ duplicate_of }) => duplicate_of)).toEqual([null, 1])
    for (const key of [record, duplicates]) expect(await redis.ttl(key)).toBeGreaterThan(0)
  })

  test(`parts may arrive in any order or twice, and lines are numbered in part order, over ${transport}`, async () => {
    const accountId = await newRichAccount()
    const { id } = await createBatch(accountId, { ...order, isStarted: false })
    const parts = [placeIds(1_500), placeIds(3, 2_000), placeIds(1_001, 3_000)]
    const send = (part: number) => updatePart(accountId, id, part, sentAs(parts[part - 1] ?? []))
    expect(await send(3)).toEqual({ part: 3, lines: 1_001, allLines: 1_001 })
    await expect(startBatch(accountId, id, '')).rejects.toMatchObject({ code: 'batch_state', message: /1, 2/ })
    await send(1)
    await updatePart(accountId, id, 2, sentAs(['a mistake', 'that is', 'put', 'right']))
    await send(2)
    await Promise.all([send(1), send(3)])
    expect(await findBatch(accountId, id)).toMatchObject({ state: 'receiving', rows: 2_504 })
    // An interrupted upload leaves this part behind.
    const { input } = batchKeys(accountId, id)
    const { redis } = await store()
    await redis.hset(input, { 'another:0': 'what it had sent by then' })
    await startBatch(accountId, id, '')
    await expect(send(1)).rejects.toMatchObject({ code: 'batch_state' })
    await expectExact(accountId, await until(accountId, id, 'finished'), parts.flat())
    expect(await redis.hlen(input)).toBe(5)
  })

  test(`a batch waits when the quota is used up, and resumes with a larger plan, over ${transport}`, async () => {
    const accountId = await newAccount()
    const lines = placeIds(1_600)
    const { id } = await makeOf(accountId, lines)
    const waiting = await until(accountId, id, 'waiting')
    expect(waiting.reason).toBe('quota')
    expect(await usedBy(accountId)).toMatchObject({ used: 1_000 })
    await writeProfile(accountId, { plan: 'growth' })
    await expectExact(accountId, await until(accountId, id, 'finished'), lines)
    expect(await usedBy(accountId)).toEqual({ used: 1_600, 'resolve:ok': 1_600 })
  })

  test(`a batch is paused, resumed, canceled, and deleted, over ${transport}`, async () => {
    const accountId = await newRichAccount()
    const { id } = await makeOf(accountId, placeIds(30_000))
    await until(accountId, id, 'running')
    expect(await pauseBatch(accountId, id)).toMatchObject({ state: 'paused', reason: null })
    await resumeBatch(accountId, id, '')
    await until(accountId, id, 'running')
    const { state } = await cancelBatch(accountId, id)
    expect(state).toBe('cancelled')
    const { counts } = await findBatch(accountId, id)
    expect((await usedBy(accountId)).used).toBe(counts.found)
    const rows = await rowsOf(accountId, id)
    expect(rows).toHaveLength(30_000)
    expect(rows.filter(({ state }) => state === 'found')).toHaveLength(counts.found)
    expect(rows.filter(({ reason }) => reason === 'ended')).toHaveLength(30_000 - counts.found)
    expect(countRows(rows)).toEqual(counts)
    await expect(resumeBatch(accountId, id, '')).rejects.toMatchObject({ code: 'batch_state' })
    await deleteBatch(accountId, id)
    await expect(findBatch(accountId, id)).rejects.toMatchObject({ code: 'batch_not_found' })
    expect(await listBatches(accountId)).toEqual([])
  })

  test(`a canceled batch’s rows match its counts, and repeated lines cost nothing, over ${transport}`, async () => {
    // The monthly quota runs out at the first line of some chunk, and that line delays all the lines after it.
    const accountId = await newAccount()
    const first = placeIds(1_000)
    const chunks = placeIds(5, 5_000).map((another) => [another, ...first.slice(1)])
    const { id } = await makeOf(accountId, [...first, ...chunks.flat()])
    await until(accountId, id, 'waiting')
    // Waits until the lines that were in flight are finished.
    await expect.poll(async () => (await usedBy(accountId))['resolve:ok']).toBe(1_000)
    const { counts } = await cancelBatch(accountId, id)
    const rows = await rowsOf(accountId, id)
    expect(countRows(rows)).toEqual(counts)
    expect(counts.found).toBeGreaterThan(5_900)
    expect(rows[5_999]).toMatchObject({ row: 6_000, duplicate_of: 1_000 })
    expect((await usedBy(accountId)).used).toBe(1_000)
  })

  test(`an Idempotency-Key makes one batch, over ${transport}`, async () => {
    const accountId = await newRichAccount()
    const make = (lines: string[]) => makeOf(accountId, lines, { idempotency: 'once' })
    const all = await Promise.all(Array.from({ length: 10 }, () => make(placeIds(3))))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    await expect(make(placeIds(4))).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    expect(await listBatches(accountId)).toHaveLength(1)
    const [{ id = '' } = {}] = all
    expect(await until(accountId, id, 'finished')).toMatchObject({ counts: { found: 3 } })
    expect(await usedBy(accountId)).toMatchObject({ used: 3 })
  })

  test(`a batch is renamed in every state, and a late rename never brings it back, over ${transport}`, async () => {
    const accountId = await newRichAccount()
    const { redis } = await store()
    const { id, name } = await makeOf(accountId, placeIds(1_200), { name: 'Rome “old”\u200d, Ελλάδα 🗺️' })
    expect(name).toBe('Rome “old”\u200d, Ελλάδα 🗺️')
    // Meanwhile, other lanes write to the same record.
    const names = Array.from({ length: 20 }, (_, index) => `Name ${index}`)
    await Promise.all(names.map((name) => updateBatch(accountId, id, { name })))
    const batch = await until(accountId, id, 'finished')
    expect(batch).toMatchObject({ counts: { found: 1_200 }, name: expect.stringMatching(/^Name \d+$/) })
    const { record } = batchKeys(accountId, id)
    const expiry = await redis.ttl(record)
    for (const _ of [1, 2])
      expect(await updateBatch(accountId, id, { name: 'Done' })).toEqual({ ...batch, name: 'Done' })
    expect(await findBatch(accountId, id)).toEqual({ ...batch, name: 'Done' })
    expect(await updateBatch(accountId, id, { name: '' })).toMatchObject({ name: '' })
    expect(await redis.hexists(record, 'name')).toBe(0)
    expect(await redis.ttl(record)).toBeGreaterThan(expiry - 60)
    await deleteBatch(accountId, id)
    await expect(updateBatch(accountId, id, { name: 'Late' })).rejects.toMatchObject({ code: 'batch_not_found' })
    expect(await redis.exists(record)).toBe(0)
  })

  test(`a deleted account’s batches leave no data, over ${transport}`, async () => {
    const leavesNothing = async (afterMs: number) => {
      const accountId = await newRichAccount()
      const done = await makeOf(accountId, placeIds(1_200))
      const running = await makeOf(accountId, placeIds(9_000, 20_000))
      await until(accountId, done.id, 'finished')
      await sleep(afterMs)
      expect(await removeAccount(accountId)).toHaveLength(1)
      await forgetBatches(accountId)
      await expect(findBatch(accountId, running.id)).rejects.toMatchObject({ code: 'batch_not_found' })
      // Work in flight finds that the batch no longer exists.
      await sleep(1_500)
      const left: string[] = []
      for await (const keys of (await store()).scan(`*${accountId}*`)) left.push(...keys)
      expect(left.filter((key) => key.includes('batch') && !key.includes('pinref-batches'))).toEqual([])
    }
    // The account is deleted at different points in the work.
    await Promise.all([0, 30, 60, 90, 120, 150].map(leavesNothing))
  })

  test(`lines are read page by page in both directions, and searched across chunks, over ${transport}`, async () => {
    const accountId = await newRichAccount()
    const junk = Array.from({ length: 298 }, (_, index) => `no link HERE ${index}.*(`)
    const lines = [...placeIds(900), ...junk, ...placeIds(1_100, 5_000)]
    const { id } = await makeOf(accountId, lines)
    await until(accountId, id, 'finished')
    const look = (query: Parameters<typeof viewResults>[2]) => viewResults(accountId, id, query)
    const numbers = (entries: Array<Row | Run>) => entries.map((one) => ('to' in one ? [one.from, one.to] : one.row))
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

    // These lines cross the boundary between two chunks.
    const forward = await look({ after: 890, most: 50 })
    expect(numbers(forward.entries)).toEqual([...range(891, 900), [901, 1_198], ...range(1_199, 1_237)])
    expect(forward).toMatchObject({ after: 890, end: 1_237, hasNext: true, isLast: false })
    expect(forward.entries[10]).toMatchObject({
      state: 'unreadable',
      detail: expect.stringContaining('neither a Google Maps link'),
    })
    expect(await look({ upTo: 1_237, most: 50 })).toMatchObject({ entries: forward.entries, after: 890, end: 1_237 })
    expect(numbers((await look({ upTo: 3, most: 50 })).entries)).toEqual([1, 2, 3])
    const end = await look({ after: 2_270, most: 50 })
    expect([numbers(end.entries), end.hasNext, end.isLast]).toEqual([range(2_271, 2_298), false, true])
    expect(numbers((await look({ after: 0, most: 50, state: 'to_check' })).entries)).toEqual([[901, 1_198]])
    const unreadable = await look({ after: 0, most: 50, state: 'unreadable' })
    expect(numbers(unreadable.entries)).toEqual(range(901, 950))
    await expect(look({ after: 2_299, most: 50 })).rejects.toMatchObject({ code: 'invalid_request' })

    const search = async (filter: RowFilter) => {
      const { rows, isLast } = await readResults(accountId, id, { after: 0, hasArrived: false, ...filter })
      expect(isLast).toBe(true)
      return rows.map(({ row }) => row)
    }
    // Lines before and after the boundary, in upper or lower case.
    expect(await search({ text: 'no LINK here 9' })).toEqual([910, ...range(991, 1_000)])
    expect(await search({ text: 'e 10.*(' })).toEqual([911])
    expect(await search({ text: '.*' })).toEqual(range(901, 1_198))
    expect(await search({ text: '\0' })).toEqual([])
    expect(await search({ text: lines[2_000] ?? '', state: 'found' })).toEqual([2_001])
    expect(await search({ text: lines[2_000] ?? '', state: 'to_check' })).toEqual([])
    expect(await search({ code: 'unsupported_link', text: 'here 297' })).toEqual([1_198])
    expect(await search({ code: 'listing_not_found' })).toEqual([])
  })

  test(`an unfinished batch is searched up to the last answered line, over ${transport}`, async () => {
    const accountId = await newAccount()
    const lines = placeIds(1_600)
    const { id } = await makeOf(accountId, lines)
    // The batch waits once the quota is reserved, before the first lines are answered.
    await expect.poll(async () => (await findBatch(accountId, id)).done).toBe(1_000)
    const { length } = await rowsOf(accountId, id)
    expect(length).toBeGreaterThan(0)
    const text = lines[length] ?? ''
    const view = await viewResults(accountId, id, { after: 0, most: 50, text })
    expect(view).toEqual({ entries: [], after: 0, end: length, hasNext: false, isLast: false })
  })

  test(`another account’s batch is not found, over ${transport}`, async () => {
    const [owner, other] = await Promise.all([newRichAccount(), newRichAccount()])
    const { id } = await makeOf(owner, placeIds(2))
    const asks = [
      () => findBatch(other, id),
      () => cancelBatch(other, id),
      () => deleteBatch(other, id),
      () => updateBatch(other, id, { name: 'Mine now' }),
      () => viewResults(other, id, { after: 0, most: 50 }),
      () => readResults(other, id, { after: 0, hasArrived: false, text: 'ChIJ' }),
      () => findBatch(owner, '../user'),
    ]
    for (const ask of asks) await expect(ask()).rejects.toMatchObject({ code: 'batch_not_found' })
    expect(await until(owner, id, 'finished')).toMatchObject({ counts: { found: 2 } })
  })
}
