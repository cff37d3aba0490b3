import { expect, test } from 'vitest'
import { chunkWith, missingParts, orderChunks } from '@/server/features/batches/batch-store'
import { fingerprintBytes, fingerprintOf } from '@/server/features/batches/item'
import { findDuplicates } from '@/server/features/batches/prepare'
import { noLayout } from '@/server/features/lists/list-layout'
import { createTurns } from '@/server/platform/runtime/event-loop-turns'

const settings = { ...noLayout, operation: 'resolve', details: 'none', fallback: 'none' } as const
const yieldTurn = createTurns('test')
const printsOf = (lines: string[]) =>
  Buffer.from(lines.map((line) => fingerprintOf(line, settings, [])).join(''), 'base64url')

test('each line is matched to its first duplicate, except for unreadable lines', async () => {
  const fingerprints = Buffer.concat([printsOf(['a', 'b', 'a', 'c', 'b', 'a']), Buffer.alloc(2 * fingerprintBytes)])
  expect([...(await findDuplicates(fingerprints, yieldTurn))]).toEqual([0, 0, 1, 0, 2, 1, 0, 0])
})

test('duplicates are found among 100,000 lines, every third of which repeats the previous line', async () => {
  const lines = Array.from({ length: 100_000 }, (_, line) => String(line % 3 === 2 ? line - 1 : line))
  const first = await findDuplicates(printsOf(lines), yieldTurn)
  expect(first.every((before, line) => before === (line % 3 === 2 ? line : 0))).toBe(true)
})

test('chunks follow the order of their parts, whenever the parts arrived, and missing parts are found', () => {
  const part = (token: string, ...sizes: number[]) => ({
    token,
    rows: sizes.reduce((a, b) => a + b, 0),
    headings: 0,
    blank: 0,
    bytes: 0,
    sizes,
  })
  const parts = new Map([
    [2, part('b', 1)],
    [1, part('a', 1_000, 1_000, 1)],
    [3, part('c')],
  ])
  const table = orderChunks(parts)
  expect(table.map(({ field, lines, first }) => [field, lines, first])).toEqual([
    ['a:0', 1_000, 0],
    ['a:1', 1_000, 1_000],
    ['a:2', 1, 2_000],
    ['b:0', 1, 2_001],
  ])
  expect([0, 999, 1_000, 2_000, 2_001, 2_002].map((line) => chunkWith(table, line))).toEqual([0, 0, 1, 2, 3, 4])
  expect(missingParts(parts)).toEqual([])
  expect(
    missingParts(
      new Map([
        [4, part('d', 1)],
        [2, part('b', 1)],
      ]),
    ),
  ).toEqual([1, 3])
})
