import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import type { PlannedLine } from '@/components/bulk/input-lines'
import type { Outcome } from '@/components/bulk/outcome'
import { jsonOf, resultRows } from '@/components/bulk/results-file'
import { env } from '@/server/env'
import { parseCid } from '@/server/identifiers/cid'
import { assembleListing } from '@/server/listings/listing'
import { csvOf } from '@/server/runtime/csv'

const line = (number: number, text: string, job: number | null, fault: string | null = null): PlannedLine => ({
  number,
  text,
  job,
  fault,
  sameAs: null,
})
const cid = parseCid('17759648132674796470')
const asked = { cid, placeId: 'ChIJ1UCDJ1NgLxMRtrsCzOHxdvY', kgId: null, title: null }
const found = (title: string): Outcome => ({
  state: 'found',
  listing: assembleListing(asked, { cid, placeId: asked.placeId, title, rating: 4.7, reviewsCount: 12 }, env()),
})

const rowsIn = (csv: string) =>
  Papa.parse<Record<string, string>>(csv.replace(/^\ufeff/, ''), { header: true, skipEmptyLines: true }).data

describe('the results file', () => {
  const lines = [line(1, 'a', 0), line(3, 'b', 1), line(4, 'c', null, 'No link.'), line(5, 'a', 0), line(6, 'd', 2)]
  const failed: Outcome = { state: 'failed', problem: { title: 'No such listing', detail: 'It is gone.' } }
  const rows = resultRows(lines, [found('Caffè "Roma", Nord'), failed, { state: 'waiting' }])

  it('has every line in its order, answered or not', () => {
    const read = rowsIn(csvOf(rows))
    expect(read.map(({ line, status, problem }) => [line, status, problem])).toEqual([
      ['1', 'found', ''],
      ['3', 'failed', 'It is gone.'],
      ['4', 'failed', 'No link.'],
      ['5', 'found', ''],
      ['6', 'waiting', ''],
    ])
    expect(read[0]).toMatchObject({ title: 'Caffè "Roma", Nord', cid: '17759648132674796470', reviews_count: '12' })
    expect(JSON.parse(jsonOf(rows))).toEqual(rows)
  })

  it('says where a listing has moved, and from where', () => {
    const from = { ...asked, cid: parseCid('7') }
    const listing = assembleListing({ ...from, placeId: 'ChIJold' }, { cid, placeId: asked.placeId }, env())
    const [moved, same] = resultRows([line(1, 'a', 0), line(2, 'b', 1)], [{ state: 'found', listing }, found('Roma')])
    expect(moved).toMatchObject({
      status: 'found',
      cid: String(cid),
      listing_status: 'moved',
      moved_from_cid: '7',
      moved_from_place_id: 'ChIJold',
    })
    expect(same).toMatchObject({ listing_status: 'listed', moved_from_cid: null, moved_from_place_id: null })
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =1', '=cmd|" /C calc"!A0'])(
    'cannot run %j as a formula in a spreadsheet',
    (title) => {
      const [row] = rowsIn(csvOf(resultRows([line(1, title, 0)], [found(title)])))
      expect(row?.title).toBe(`'${title}`)
      expect(row?.input).toBe(`'${title}`)
    },
  )
})
