import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { resultsBlob } from '@/components/bulk/downloads'
import type { BulkPlan } from '@/components/bulk/input-lines'
import type { ReadLine } from '@/components/bulk/lines'
import { type LineOutcome, planRows } from '@/components/bulk/outcome'
import { assembleListing } from '@/server/features/listings/listing'
import { parseCid } from '@/server/places/identifiers/cid'
import { env } from '@/server/platform/settings/env'

const line = (number: number, text: string, fault: string | null = null): ReadLine => ({
  number,
  text,
  kind: fault === null ? 'short_link' : 'other_site',
  fault,
  request: null,
  named: null,
  first: number,
})
/** Returns a plan in which each line has the lookup with this index; -1 for none. */
const plan = (lines: Array<[line: ReadLine, job: number]>, columns: string[] = []): BulkPlan => ({
  lines: lines.map(([line], index) => ({ ...line, first: index })),
  columns,
  hosts: env(),
  jobs: [],
  jobOf: lines.map(([, job]) => job),
  dropped: 0,
})
const cid = parseCid('17759648132674796470')
const identifiers = { cid, placeId: 'ChIJ1UCDJ1NgLxMRtrsCzOHxdvY', kgId: null, title: null }
const found = (title: string): LineOutcome => {
  const listing = assembleListing(
    identifiers,
    { cid, placeId: identifiers.placeId, title, rating: 4.7, reviewsCount: 12 },
    env(),
  )
  return { state: 'found', listing: { ...listing, matches: null } }
}
const failed = (status: number): LineOutcome => ({
  state: 'failed',
  problem: { title: 'No', detail: 'It is gone.', code: 'listing_not_found', status },
})

const rowsIn = (csv: string) =>
  Papa.parse<Record<string, string>>(csv.replace(/^\ufeff/, ''), { header: true, skipEmptyLines: true }).data

describe('a run’s rows', () => {
  const lines: Array<[ReadLine, number]> = [
    [line(1, 'a'), 0],
    [line(3, 'b'), 1],
    [line(4, 'c', 'No link.'), -1],
    [line(5, 'a'), 0],
    [line(6, 'd'), 2],
    [line(7, 'e'), 3],
  ]
  const rows = planRows(plan(lines), [found('Caffè "Roma", Nord'), failed(404), { state: 'waiting' }, failed(400)])

  it('list every line in order, and distinguish unreadable lines from failed lines', async () => {
    const read = rowsIn(await (await resultsBlob('csv', rows, [])).text())
    expect(read.map((row) => [row.pinref_row, row.pinref_state, row.pinref_reason])).toEqual([
      ['1', 'found', ''],
      ['3', 'not_found', 'It is gone.'],
      ['4', 'unreadable', 'No link.'],
      ['5', 'found', ''],
      ['6', 'waiting', ''],
      ['7', 'unreadable', 'It is gone.'],
    ])
    expect(read[0]).toMatchObject({
      pinref_title: 'Caffè "Roma", Nord',
      pinref_cid: `="${cid}"`,
      pinref_reviews_count: '12',
      input: 'a',
    })
    const text = await (await resultsBlob('jsonl', rows, [])).text()
    expect(
      text
        .trim()
        .split('\n')
        .map((one) => JSON.parse(one)),
    ).toEqual(rows)
  })

  it('have the identifiers from the line until a lookup returns more', () => {
    const named = { cid: String(cid), placeId: identifiers.placeId, kgId: null, title: null }
    const planned = plan([[{ ...line(1, 'a'), kind: 'listing', named }, 0]])
    const first = (outcomes: LineOutcome[]) => planRows(planned, outcomes)[0]
    const listing = { cid: String(cid), place_id: identifiers.placeId, status: 'unchecked' }
    expect(first([])).toMatchObject({ state: 'found', listing_status: 'unchecked', listing })
    expect(first([{ state: 'asking' }])).toMatchObject({ state: 'found', listing_status: 'unchecked', listing })
    expect(first([found('Roma')])?.listing?.title).toBe('Roma')
    expect(first([failed(404)])).toMatchObject({ state: 'not_found', listing: null })
  })

  it('start with the columns of the user’s table', async () => {
    const planned = plan([[{ ...line(2, 'a'), cells: ['Shop', 'a'] }, 0]], ['shop', 'cid'])
    const csv = await (await resultsBlob('csv', planRows(planned, [found('Roma')]), planned.columns)).text()
    expect(csv.replace(/^\ufeff/, '').startsWith('shop,cid,pinref_row,pinref_state,')).toBe(true)
    expect(rowsIn(csv)).toMatchObject([{ shop: 'Shop', cid: 'a', pinref_cid: `="${cid}"` }])
  })

  it('include the new and old identifiers of a listing that has moved', () => {
    const from = { ...identifiers, cid: parseCid('7') }
    const moved = assembleListing({ ...from, placeId: 'ChIJold' }, { cid, placeId: identifiers.placeId }, env())
    const [row] = planRows(plan([[line(1, 'a'), 0]]), [{ state: 'found', listing: { ...moved, matches: null } }])
    expect(row?.listing).toMatchObject({
      cid: String(cid),
      status: 'moved',
      moved_from: { cid: '7', place_id: 'ChIJold' },
    })
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '  =1', '=cmd|" /C calc"!A0'])(
    'escape %j so that spreadsheets don’t run it as a formula',
    async (title) => {
      const rows = planRows(plan([[line(1, title), 0]]), [found(title)])
      const [row] = rowsIn(await (await resultsBlob('csv', rows, [])).text())
      expect(row?.pinref_title).toBe(`'${title}`)
      expect(row?.input).toBe(`'${title}`)
    },
  )
})
