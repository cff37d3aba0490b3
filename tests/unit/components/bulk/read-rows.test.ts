import { expect, it } from 'vitest'
import { batchRequestOf, cutParts } from '@/components/batches/parts'
import { listState, planRows } from '@/components/bulk/outcome'
import { detailsOf, noChoices } from '@/components/bulk/plan'
import { longestRow, rowReader } from '@/components/bulk/read-rows'
import { maxColumns as maxColumnsHere, readSheet, readSource } from '@/components/bulk/read-source'
import { fingerprintOf, requestOfItem } from '@/server/features/batches/item'
import { longestLine, maxColumns } from '@/server/features/batches/limits'
import { readLines } from '@/server/features/batches/read-lines'
import { resolve } from '@/server/features/listings/resolve'
import { noLayout, noOptions } from '@/server/features/lists/list-layout'
import { sampleSource } from '@/server/places/sources/sample/sample-source'
import { PinrefError } from '@/server/platform/problems/errors'
import { lookupOf } from '@/tests/support/lookup'
import { corpus } from '../../../client/corpus'
import { planOf, readList, readTable } from './read-input'

const colosseum = 'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg'
const featureId = '0x132f61b6532013ad:0x28f1c82e908503c4'
const lookup = { ...lookupOf({ options: { details: 'none' } }), sampleOnly: true }

it('a row read in the browser has the identifiers that the server returns for the same text', async () => {
  const texts = [...corpus].map((text) => text.trim()).filter((text) => text !== '' && !/[\n\r]/.test(text))
  const settings = { ...noLayout, operation: 'auto', details: 'none', fallback: 'none' } as const
  let compared = 0
  for (const text of texts) {
    // Each text on its own, because a row has the identifiers of its earliest duplicate.
    const plan = planOf(readList(text))
    const [row] = planRows(plan, [], listState(plan, []))
    const request = requestOfItem(text, settings, [])
    const answer =
      !('lookup' in request) || request.lookup.operation !== 'resolve'
        ? null
        : await resolve(request.lookup.url, sampleSource, lookup).catch((error: unknown) => {
            if (error instanceof PinrefError) return null
            throw error
          })
    if (!row?.listing) {
      if (row?.state === 'unreadable') expect(answer, text).toBeNull()
      continue
    }
    compared += 1
    const { matches: _, ...here } = row.listing
    // The server may have stored the CID's place id earlier.
    const { place_id, review_url, feature_id } = here.place_id === null ? (answer ?? here) : here
    expect({ ...here, place_id, review_url, feature_id }, text).toEqual(answer)
  }
  expect(compared).toBeGreaterThan(50)
})

it('the number of lookups shown for a batch is the number that the server counts', async () => {
  const csv = [
    'name,link,address',
    ...[
      `A,${colosseum},Rome`,
      `A, ${colosseum} ,Rome`,
      `C,${featureId},Rome`,
      'D,Cafe Roma,x',
      'E,,Rome 1',
      'E,,Rome 1',
    ],
    ...['F,https://maps.app.goo.gl/abc,', 'F,https://maps.app.goo.gl/abc,', 'G,https://example.com/,', ',,nowhere 2'],
  ].join('\n')
  const { list, counts } = readTable(csv, 'words')
  expect(list.columns).toMatchObject({ link: 1, name: 0, address: [2] })
  expect(counts).toMatchObject({ rows: 11, headings: 1, read: 3, unreadable: 1 })
  expect(counts.lookups).toEqual({ listing: 2, short_link: 1, name: 3 })
  for (const choices of [
    { ...noChoices, listing: true },
    { ...noChoices, checked: true },
    { ...noChoices, short_link: true },
    { ...noChoices, name: true },
    { ...noChoices, listing: true, checked: true, short_link: true, name: true },
  ]) {
    const { settings: sent, sent: rows } = batchRequestOf(list, choices, null)
    const fallback = choices.name ? 'name' : 'none'
    const options = {
      ...noOptions,
      operation: 'auto',
      headingRow: 1,
      column: 'link',
      nameColumn: 'name',
      part: 1,
    } as const
    const [part] = cutParts(rows, 1_000_000)
    const { items, columns, layout } = await readLines(part?.data ?? '', 'csv', {
      ...options,
      addressColumns: ['address'],
    })
    const settings = { ...layout, operation: 'auto', details: detailsOf(choices), fallback } as const
    const kinds = items.slice(1).flatMap((item, index) => {
      const request = requestOfItem(item, settings, columns)
      if (!('lookup' in request)) return []
      const { kind, search } = list.rows[index + 1] ?? {}
      const group = kind === 'listing' || kind === 'short_link' ? kind : search ? 'name' : null
      return group && sent.lookups.includes(group) ? [fingerprintOf(item, settings, columns)] : []
    })
    const expected = sent.lookups.reduce((sum, group) => sum + counts.lookups[group], 0)
    expect(new Set(kinds).size, JSON.stringify(choices)).toBe(expected)
  }
})

it('a row of the maximum length is read, and a longer row is cut off and never sent in full', () => {
  expect(longestRow).toBe(longestLine)
  const columns = { link: 0, name: null, address: [], country: null, reference: null }
  const { read, counts } = rowReader({ headingRow: 0, columns }, 'listing')
  expect(read([colosseum, 'x'.repeat(longestRow - colosseum.length)]).kind).toBe('listing')
  const huge = read(['x'.repeat(1_000_000)])
  expect(huge).toMatchObject({ kind: 'too_long', url: null })
  expect(huge.text.length).toBeLessThan(1_000)
  expect(counts().unreadable).toBe(1)
  const list = { rows: [huge], names: ['a'], columns, headingRow: 0 }
  expect(batchRequestOf(list, noChoices, null).sent.line(0).length).toBeLessThan(longestRow + 10)
})

it('a table of the maximum width is read, and a wider table is rejected', async () => {
  expect(maxColumnsHere).toBe(maxColumns)
  const choice = { sheet: null, headingRow: null, columns: null, isWhole: null }
  const sheetOf = async (width: number) => {
    const row = Array.from({ length: width }, (_, index) => (index === 0 ? colosseum : 'a')).join('\t')
    return readSheet(await readSource({ text: `${row}\n${row}`, html: null }, 1_000_000), 0, choice)
  }
  expect((await sheetOf(maxColumns)).layout.names).toHaveLength(maxColumns)
  await expect(sheetOf(maxColumns + 1)).rejects.toThrow('The limit is 200 columns')
})

it('a text is a list rather than a table if no column has links', async () => {
  const choice = { sheet: null, headingRow: null, columns: null, isWhole: null }
  const isWhole = async (text: string) =>
    readSheet(await readSource({ text, html: null }, 1_000_000), 0, choice).isWhole
  expect(await isWhole('"Joe\'s Pizza", 7 Carmine St, New York\n"Moe\'s", 1 Main St, Springfield')).toBe(true)
  expect(await isWhole(`a,b\n${colosseum},${featureId}\n${featureId},${colosseum}`)).toBe(false)
  expect(await isWhole(`${colosseum}\n${featureId}`)).toBe(true)
})
