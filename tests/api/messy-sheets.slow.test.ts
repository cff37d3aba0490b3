import { setTimeout as sleep } from 'node:timers/promises'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { bucketOf, countRows, type RowFacts, sumsOf } from '@/server/features/lists/row-state'
import { csvOf } from '../support/messy-sheets/files'
import { longSheet, type MessySheet, messySheets } from '../support/messy-sheets/sheets'
import { call, hosts, newKey } from './call'

interface WireRow extends RowFacts {
  row: number
  duplicate_of: number | null
  listing: { cid: string } | null
}

const [{ url } = { url: '' }] = hosts
const key = await newKey(url)
const ask = (method: string, path: string, raw?: string, type = 'text/csv') =>
  call(url, `batches${path}`, undefined, {
    method,
    headers: { 'x-api-key': key, 'content-type': type },
    raw: raw ?? '',
  })

/** Looks up a CSV with names as fallback. @returns the ended batch, its rows, and its results as CSV. */
async function lookUp(csv: string) {
  const parts = partsOf(cellsOf(csv))
  const { status, body: made } = await ask('POST', '?fallback=name', parts.length === 1 ? csv : '')
  expect(status, JSON.stringify(made)).toBe(201)
  const { id }: { id: string } = made
  if (parts.length > 1) {
    for (const [at, part] of parts.entries())
      expect((await ask('PUT', `/${id}/parts/${at + 1}`, part)).status).toBe(200)
    expect((await ask('POST', `/${id}/start`)).status).toBe(200)
  }
  let batch = made
  for (let turn = 0; batch.state !== 'finished' && turn < 600; turn++) {
    // While batches take long, more frequent calls would reach the burst limit.
    await sleep(200)
    batch = (await ask('GET', `/${id}`)).body
  }
  const rows: WireRow[] = []
  for (let next: string | null = '0'; next !== null; ) {
    const { body } = await ask('GET', `/${id}/results?after=${next}`)
    rows.push(...body.results)
    next = body.next
  }
  return { id, batch, rows }
}

const cellsOf = (csv: string) => Papa.parse<string[]>(csv.replace(/^\ufeff|\r?\n$/g, '')).data

/** Splits a table with headings in its first row into bodies that a request may have. */
const partsOf = ([headings = [], ...rows]: string[][]): string[] =>
  Array.from({ length: Math.ceil(rows.length / partRows) }, (_, at) =>
    Papa.unparse([headings, ...rows.slice(at * partRows, (at + 1) * partRows)]),
  )
const partRows = 5_000

/** The sums of a batch, in the words of `sumsOf`. */
const wireSums = (batch: Record<'row_counts' | 'line_counts', Record<string, number>>) => {
  const { row_counts: rows, line_counts: lines } = batch
  const { total, duplicates: _, ...buckets } = lines
  return { rows: rows.total, headings: rows.headings, blank: rows.blank, lines: total, ...buckets }
}

function expectRows(rows: readonly WireRow[], sheet: MessySheet) {
  const facts = (row: WireRow) => [row.row, bucketOf(row), row.listing?.cid ?? null, row.duplicate_of]
  expect(rows.map(facts)).toEqual(
    sheet.rows.map(({ bucket, cid, duplicateOf = null }, index) => [index + 1, bucket, cid, duplicateOf]),
  )
}

const delimiters = [',', ';', '\t'] as const

describe.each([...messySheets, longSheet()].map((sheet, at) => ({ ...sheet, at })))('the sheet “$name”', (sheet) => {
  test('comes back as CSV with the same rows and columns, right sums, and once more', async () => {
    const csv = csvOf(sheet, delimiters[sheet.at % delimiters.length])
    const { id, batch, rows } = await lookUp(csv)
    if (sheet.headingRow > 0) expectRows(rows, sheet)
    const sums = sumsOf(countRows(rows))
    expect(wireSums(batch)).toEqual(sums)
    expect(sums.rows).toBe(sums.headings + sums.blank + sums.lines)
    expect(sums.lines).toBe(sums.found + sums.to_check + sums.waiting)

    const file = cellsOf((await ask('GET', `/${id}/results.csv`)).text)
    const own = cellsOf(csv)
    // A list without headings gets some.
    const shift = sheet.headingRow === 0 ? 1 : 0
    expect(file).toHaveLength(own.length + shift)
    const isOwn = (own[sheet.headingRow - 1] ?? []).map((heading) => !heading.startsWith('pinref_'))
    const kept = (cells: string[]) => cells.filter((_, at) => isOwn[at] ?? true)
    const width = kept(own[0] ?? []).length
    expect(file.slice(shift).map((cells) => cells.slice(0, width))).toEqual(own.map(kept))

    const again = await lookUp((await ask('GET', `/${id}/results.csv?format=spreadsheet`)).text)
    expect(again.rows.slice(shift).map((row) => [bucketOf(row), row.listing?.cid])).toEqual(
      rows.map((row) => [bucketOf(row), row.listing?.cid]),
    )
    await ask('DELETE', `/${id}`)
    await ask('DELETE', `/${again.id}`)
  })
})
