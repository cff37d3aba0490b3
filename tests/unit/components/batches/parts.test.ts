import { describe, expect, it } from 'vitest'
import { batchRequestOf, cutParts } from '@/components/batches/parts'
import { noChoices } from '@/components/bulk/plan'
import { readLines } from '@/server/features/batches/read-lines'
import { noOptions } from '@/server/features/lists/list-layout'
import { readList, readTable } from '../bulk/read-input'

const linesOf = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`)
const requestOf = (text: string) => batchRequestOf(readList(text).list, noChoices, null)
const options = { ...noOptions, operation: 'auto', part: 2 } as const

describe('cutParts', () => {
  it('limits parts by rows and by bytes, and cuts a list the same way each time', async () => {
    const { sent } = requestOf(linesOf(25_000).join('\n'))
    const parts = [...cutParts(sent, 10_000_000)]
    expect(parts.map(({ number, lines, end }) => [number, lines, end])).toEqual([
      [1, 10_000, 10_000],
      [2, 10_000, 20_000],
      [3, 5_000, 25_000],
    ])
    const few = linesOf(2_500)
    const { sent: sentFew } = requestOf(few.join('\n'))
    const small = [...cutParts(sentFew, 5_000)]
    expect(small.every(({ data }) => JSON.stringify(data).length <= 5_000)).toBe(true)
    expect(small.at(-1)?.end).toBe(2_500)
    expect([...cutParts(sentFew, 5_000)]).toEqual(small)
    const read = await Promise.all(small.map(({ data }) => readLines(data, 'jsonl', options)))
    expect(read.flatMap(({ items }) => items)).toEqual(few)
  })

  it('starts each part of a table with the title and the headings, even if cells contain quotes and line breaks', async () => {
    const cells = ['A,\n"B"', 'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg']
    const row = `"A,\n""B""",${cells[1]}`
    const { list } = readTable(`Shops,\nshop,"the ""link"""\n${row}\n,\n${row}`)
    const request = batchRequestOf(list, { ...noChoices, checked: true, name: true }, 'Shops')
    expect(request).toMatchObject({
      name: 'Shops',
      settings: {
        details: 'full',
        fallback: 'name',
        lookups: ['listing', 'name'],
        heading_row: 2,
        column: 'the "link"',
        name_column: 'shop',
        address_column: [],
        country_column: '',
        reference_column: '',
      },
    })
    const parts = [...cutParts(request.sent, 120)]
    expect(parts.length).toBeGreaterThan(1)
    const read = await Promise.all(
      parts.map(({ number, data }) => readLines(data, 'csv', { ...options, headingRow: 2, part: number })),
    )
    for (const one of read) expect(one.columns).toEqual(['shop', 'the "link"'])
    expect(read.flatMap(({ items }) => items)).toEqual([['Shops'], ['shop', 'the "link"'], cells, [], cells])
  })

  it('puts a row that exceeds the part size into its own part', () => {
    expect([...cutParts(requestOf('a\nb').sent, 1)].map(({ lines }) => lines)).toEqual([1, 1])
  })
})

it('a list’s heading is sent as the heading of its only column', () => {
  const { settings, sent } = requestOf('url\nChIJrRMgU7ZhLxMRxAOFkC7I8Sg\nChIJaXQRs6lZwokRY6EFpJnhNNE')
  expect([settings.heading_row, settings.column, sent.head, sent.count]).toEqual([1, 'url', '"url"\n', 2])
})
