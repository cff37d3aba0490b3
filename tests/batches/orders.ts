import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { type Batch, type BatchState, rowKinds } from '@/server/features/batches/batch'
import { type BatchOrder, createBatch } from '@/server/features/batches/create-batch'
import { findBatch } from '@/server/features/batches/find-batch'
import { readResults } from '@/server/features/batches/read-results'
import { noOptions } from '@/server/features/lists/list-layout'
import type { Row } from '@/server/features/lists/row'
import { noRows } from '@/server/features/lists/row-state'
import { readUsage } from '@/server/metering/usage/account-usage'
import { cidFromBits } from '@/server/places/identifiers/cid'
import { placeIdOf } from '@/server/places/identifiers/feature-id'
import { defaultLookupOptions } from '@/server/places/upstream/lookup-options'

/** A batch that only parses its lines and starts immediately. */
export const order: BatchOrder = {
  operation: 'resolve',
  ...defaultLookupOptions,
  details: 'none',
  isTest: false,
  fallback: 'none',
  lookups: rowKinds,
  options: noOptions,
  name: '',
  client: '',
  key: '',
  callback: '',
  sent: null,
  isStarted: true,
  idempotency: null,
}

/** Returns lines with different listings, as place ids. */
export const placeIds = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, index) =>
    placeIdOf({ cell: 0x89c259a9b3117469n, cid: cidFromBits(BigInt(1_000_000 + from + index)) }),
  )

export const sentAs = (lines: unknown[]) => ({ text: JSON.stringify(lines), format: 'json' as const })

/** Makes a batch from these lines. */
export const makeOf = (accountId: string, lines: unknown[], more: Partial<BatchOrder> = {}): Promise<Batch> =>
  createBatch(accountId, { ...order, sent: sentAs(lines), ...more })

/** Waits until a batch is in one of these states, even if the store is down at times. */
export async function until(accountId: string, id: string, ...states: BatchState[]): Promise<Batch> {
  for (const giveUpAt = Date.now() + 120_000; Date.now() < giveUpAt; await sleep(50)) {
    const batch = await findBatch(accountId, id).catch(() => null)
    if (batch && states.includes(batch.state)) return batch
  }
  const { state, reason, done } = await findBatch(accountId, id)
  throw new Error(`batch ${id} is ${state} (${reason}) with ${done} lines done`)
}

/** Returns a batch's lines that have a result. */
export async function rowsOf(accountId: string, id: string): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const page = await readResults(accountId, id, { after: rows.length, hasArrived: true })
    rows.push(...page.rows)
    if (page.isLast || page.rows.length === 0) return rows
  }
}

/** Returns an account's usage this month, in total and by operation and outcome. */
export async function usedBy(accountId: string): Promise<Record<string, number>> {
  const { used, days } = await readUsage(accountId)
  return {
    used,
    ...Object.fromEntries(days.map(({ operation, outcome, count }) => [`${operation}:${outcome}`, count])),
  }
}

/** Expects one result for each line, in order, and exact batch counts. */
export async function expectExact(accountId: string, batch: Batch, lines: readonly string[]): Promise<void> {
  const rows = await rowsOf(accountId, batch.id)
  expect(rows.map(({ row }) => row)).toEqual(lines.map((_, index) => index + 1))
  expect(rows.map(({ listing }) => listing?.place_id)).toEqual(lines)
  const counts = { ...noRows, found: lines.length }
  expect(batch).toMatchObject({ state: 'finished', rows: lines.length, done: lines.length, counts })
}
