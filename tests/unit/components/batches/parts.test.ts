import { describe, expect, it } from 'vitest'
import { batchRequestOf, cutParts } from '@/components/batches/parts'
import { listLines } from '@/components/bulk/read-lines'
import { readLines } from '@/server/features/batches/read-lines'
import { noOptions } from '@/server/features/lists/list-layout'
import { readInput } from '../bulk/read-input'

const lines = (count: number) =>
  readInput(listLines(Array.from({ length: count }, (_, index) => `line ${index}`).join('\n'))).lines
const unnamed = { ...noOptions, operation: 'auto', part: 2 } as const
const none = { column: null, address: null }

describe('cutParts', () => {
  it('limits parts by lines and by bytes, and cuts a list the same way each time', async () => {
    const { sent } = batchRequestOf({ lines: lines(25_000), columns: [] }, none, 'none', null)
    const parts = [...cutParts(sent, 10_000_000)]
    expect(parts.map(({ number, lines, end }) => [number, lines, end])).toEqual([
      [1, 10_000, 10_000],
      [2, 10_000, 20_000],
      [3, 5_000, 25_000],
    ])
    const few = lines(2_500)
    const { sent: sentFew } = batchRequestOf({ lines: few, columns: [] }, none, 'none', null)
    const small = [...cutParts(sentFew, 5_000)]
    expect(small.every(({ data }) => JSON.stringify(data).length <= 5_000)).toBe(true)
    expect(small.at(-1)?.end).toBe(2_500)
    expect([...cutParts(sentFew, 5_000)]).toEqual(small)
    const read = await Promise.all(small.map(({ data }) => readLines(data, 'jsonl', unnamed)))
    expect(read.flatMap(({ items }) => items)).toEqual(few.map(({ text }) => text))
  })

  it('starts each part of a table with the headings, even if cells contain quotes and line breaks', async () => {
    const columns = ['shop', 'the "link"']
    const cells = ['A,\n"B"', 'x']
    const order = batchRequestOf(
      readInput(
        [1, 2, 3].map((number) => ({ number, text: 'x', cells })),
        columns,
      ),
      { column: 1, address: 0 },
      'full',
      'Shops',
    )
    expect(order).toMatchObject({ name: 'Shops', details: 'full', column: 'the "link"', addressColumn: 'shop' })
    const parts = [...cutParts(order.sent, 90)]
    expect(parts.length).toBeGreaterThan(1)
    const read = await Promise.all(
      parts.map(({ data }) => readLines(data, 'csv', { ...unnamed, headingRow: 1, column: 'the "link"' })),
    )
    for (const one of read) expect(one.columns).toEqual(columns)
    expect(read.flatMap(({ items }) => items)).toEqual([cells, cells, cells])
  })

  it('puts a line that exceeds the part size into its own part', () => {
    const { sent } = batchRequestOf({ lines: lines(2), columns: [] }, none, 'none', null)
    expect([...cutParts(sent, 1)].map(({ lines }) => lines)).toEqual([1, 1])
  })
})
