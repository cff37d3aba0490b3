import { expect, it } from 'vitest'
import { batchRequestOf, cutParts } from '@/components/batches/parts'
import { detailsOf, isSent, noChoices } from '@/components/bulk/input-lines'
import { planRows } from '@/components/bulk/outcome'
import { lineReader, listLines, longestLine as longestHere, mayBeTable } from '@/components/bulk/read-lines'
import { maxColumns as maxColumnsHere, readTable, tableLines } from '@/components/bulk/table'
import { fingerprintOf, requestOfItem } from '@/server/features/batches/item'
import { longestLine, maxColumns } from '@/server/features/batches/limits'
import { readLines } from '@/server/features/batches/read-lines'
import { resolve } from '@/server/features/listings/resolve'
import { noLayout } from '@/server/features/lists/list-layout'
import { sampleSource } from '@/server/places/sources/sample/sample-source'
import { PinrefError } from '@/server/platform/problems/errors'
import { lookupOf } from '@/tests/support/lookup'
import { corpus } from '../../../client/corpus'
import { planWithout, readInput } from './read-input'

const colosseum = 'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg'
const featureId = '0x132f61b6532013ad:0x28f1c82e908503c4'
const desktopLink = `https://www.google.com/maps/place/Colosseum/@41.8902102,12.4922309,17z/data=!4m6!3m5!1s${featureId}`
const lookup = { ...lookupOf({ options: { details: 'none' } }), sampleOnly: true }

it('a row read in the browser has the identifiers that the server returns for the same text', async () => {
  const texts = [...corpus].filter((text) => !/[\n\r]/.test(text))
  const plan = planWithout(texts.map((text, index) => ({ number: index + 1, text: text.trim() })))
  const rows = planRows(plan, [])
  const settings = { ...noLayout, operation: 'auto', details: 'none', fallback: 'none' } as const
  let compared = 0
  for (const [index, row] of rows.entries()) {
    const text = texts[index] ?? ''
    const request = requestOfItem(text, settings, [])
    const answer =
      !('lookup' in request) || request.lookup.operation !== 'resolve'
        ? null
        : await resolve(request.lookup.url, sampleSource, lookup).catch((error: unknown) => {
            if (error instanceof PinrefError) return null
            throw error
          })
    if (row.listing === null) {
      if (row.state === 'unreadable') expect(answer, text).toBeNull()
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
  const csv = `name,link,address\nA,${colosseum},Rome\nB, ${colosseum} ,Rome\nC,${featureId},Rome\nD,Cafe Roma,x\nE,https://maps.app.goo.gl/abc,\nF,https://maps.app.goo.gl/abc,\nG,https://example.com/,\n`
  const table = readTable(csv)
  if (!table) throw new Error('this is a table')
  const { lines, columns } = tableLines(table, 1)
  const { counts, ...read } = readInput(lines, columns, 'words')
  expect(counts).toEqual({ lines: 7, read: 3, unreadable: 1, same: 2, lookups: { listing: 2, short_link: 1, name: 1 } })
  for (const choices of [
    { ...noChoices, listing: true },
    { ...noChoices, checked: true },
    { ...noChoices, short_link: true },
    { ...noChoices, name: true },
    { listing: true, checked: true, short_link: true, name: true },
  ]) {
    const details = detailsOf(choices)
    const sent = { ...read, lines: read.lines.filter((line) => isSent(line, choices)) }
    const request = batchRequestOf(sent, { column: 1, address: undefined }, details, null)
    const layout = { ...noLayout, headingRow: 1, column: request.column ?? '' }
    const settings = { ...layout, operation: 'auto', details, fallback: 'none' } as const
    const [part] = cutParts(request.sent, 1_000_000)
    const { items, columns: own } = await readLines(part?.data ?? '', 'csv', { ...settings, part: 2 })
    const reads = items.filter(
      (item) => 'lookup' in requestOfItem(item, settings, own) && !JSON.stringify(item).includes('example.com'),
    )
    const expected = (['listing', 'short_link', 'name'] as const).reduce(
      (sum, group) => sum + (choices[group] || (group === 'listing' && choices.checked) ? counts.lookups[group] : 0),
      0,
    )
    expect(new Set(reads.map((item) => fingerprintOf(item, settings, own))).size, JSON.stringify(choices)).toBe(
      expected,
    )
  }
})

it('a line of the maximum length is read, and a longer line is truncated and never sent in full', () => {
  expect(longestHere).toBe(longestLine)
  const { read, counts } = lineReader('listing')
  const huge = read({ number: 1, text: 'x'.repeat(1_000_000), cells: ['x'.repeat(1_000_000)] })
  expect(huge).toMatchObject({ kind: 'too_long', cells: [], request: null })
  expect(huge.text.length).toBeLessThan(1_000)
  expect(counts().unreadable).toBe(1)
})

it('a table of the maximum width is read, and a wider table is rejected before its columns are parsed', () => {
  expect(maxColumnsHere).toBe(maxColumns)
  expect(readTable(`${'a,'.repeat(maxColumns - 1)}a`)?.columns).toHaveLength(maxColumns)
  expect(() => readTable('a,'.repeat(300_000))).toThrow('The limit is 200 columns')
})

it('a heading above a list is not a line, but is included in line numbers', () => {
  expect(listLines(`url\n${colosseum}`)).toEqual([{ number: 2, text: colosseum }])
  expect(listLines('Some name')).toEqual([{ number: 1, text: 'Some name' }])
})

it.each([
  `${desktopLink}\nhttps://example.com/`,
  `https://example.com/a,b\n${desktopLink}`,
  `A, B: ${desktopLink}`,
  colosseum,
  '',
])('%j is detected as a list', (text) => {
  expect(mayBeTable(text)).toBe(false)
})

it.each([`name,url\nA,${colosseum}`, `"A, B",${colosseum}`, `A\t${colosseum}`, `a;b\n1;${colosseum}`])(
  '%j is detected as a possible table',
  (text) => {
    expect(mayBeTable(text)).toBe(true)
  },
)
