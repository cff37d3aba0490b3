import { describe, expect, it, test } from 'vitest'
import { type JobOutcome, listState, planRows } from '@/components/bulk/outcome'
import type { BulkPlan } from '@/components/bulk/plan'
import { assembleListing } from '@/server/features/listings/listing'
import { parseCid } from '@/server/places/identifiers/cid'
import { env } from '@/server/platform/settings/env'
import { planOf, readList, readTable, waiting } from './read-input'

const cid = parseCid('17759648132674796470')
const identifiers = { cid, placeId: 'ChIJ1UCDJ1NgLxMRtrsCzOHxdvY', kgId: null, title: null }
const found = (title: string, of = cid): JobOutcome => {
  const facts = { cid: of, placeId: identifiers.placeId, title, rating: 4.7, reviewsCount: 12 }
  return { state: 'found', listing: { ...assembleListing({ ...identifiers, cid: of }, facts, env()), matches: null } }
}
const failed = (status: number, code: 'listing_not_found' | 'unsupported_link' | 'link_unreachable'): JobOutcome => ({
  state: 'failed',
  problem: { title: 'No', detail: 'It is gone.', code, status },
})
const rowsOf = (plan: BulkPlan, outcomes: JobOutcome[]) => planRows(plan, outcomes, listState(plan, outcomes))
const shortLinks = (...codes: string[]) => codes.map((code) => `https://maps.app.goo.gl/${code}`)

describe('a list’s rows', () => {
  const lines = [...shortLinks('a'), '', ...shortLinks('b'), 'https://example.com/', ...shortLinks('a', 'c', 'd', 'e')]
  const plan = planOf(readList(lines.join('\n')), { short_link: true })
  const outcomes = [
    found('Roma'),
    failed(404, 'listing_not_found'),
    waiting,
    failed(400, 'unsupported_link'),
    failed(500, 'link_unreachable'),
  ]

  it('are all there, in order, and each says what became of it', () => {
    const rows = rowsOf(plan, outcomes)
    expect(rows.map(({ row, state, reason, problem }) => [row, state, reason, problem?.code])).toEqual([
      [1, 'found', null, undefined],
      [2, 'not_sent', 'blank', undefined],
      [3, 'not_found', null, 'listing_not_found'],
      [4, 'unreadable', null, 'unsupported_link'],
      [5, 'found', null, undefined],
      [6, 'waiting', null, undefined],
      [7, 'unreadable', null, 'unsupported_link'],
      [8, 'failed', null, 'link_unreachable'],
    ])
    expect(rows[0]).toMatchObject({ input: lines[0], listing: { title: 'Roma' }, duplicate_of: null })
  })

  it('add up', () => {
    const { sums, duplicates } = listState(plan, outcomes)
    expect(sums).toMatchObject({ rows: 8, headings: 0, blank: 1, lines: 7, found: 2, to_check: 4, waiting: 1 })
    expect(sums).toMatchObject({ not_found: 1, failed: 1, unreadable: 2, not_sent: 0, name_differs: 0 })
    expect(duplicates).toBe(1)
  })

  it('have the identifiers read from them until a lookup returns more, and are found even without one', () => {
    const listing = { cid: String(cid), place_id: identifiers.placeId, listing_status: 'unchecked' }
    const text = identifiers.placeId
    expect(rowsOf(planOf(readList(text)), [])).toMatchObject([{ state: 'found', listing, listing_status: 'unchecked' }])
    const chosen = planOf(readList(text), { listing: true })
    expect(rowsOf(chosen, [waiting])).toMatchObject([{ state: 'waiting', listing }])
    expect(rowsOf(chosen, [{ state: 'asking' }])).toMatchObject([{ state: 'waiting', listing }])
    expect(rowsOf(chosen, [found('Roma')])[0]?.listing?.title).toBe('Roma')
    expect(rowsOf(chosen, [failed(404, 'listing_not_found')])).toMatchObject([{ state: 'not_found', listing: null }])
  })

  it('remain in the result if only rows of another kind were chosen', () => {
    const text = [identifiers.placeId, 'Some name', ...shortLinks('a')].join('\n')
    const rows = rowsOf(planOf(readList(text), { short_link: true }), [found('Roma')])
    expect(rows.map(({ state, reason }) => [state, reason])).toEqual([
      ['found', null],
      ['not_sent', 'not_chosen'],
      ['found', null],
    ])
  })
})

describe('the rows of a table', () => {
  const table = readTable(
    [
      'Liste,,',
      'Nr,Name,Link',
      `4711,Café Roma,${shortLinks('a')}`,
      '4712,Without a link,',
      `,,`,
      `4713,Something else,${shortLinks('b')}`,
      `4714,ROMA Cafe GmbH,${shortLinks('c')}`,
    ].join('\n'),
  )

  it('have their client’s name and reference, their sheet’s numbers, and a state above the first line too', () => {
    const plan = planOf(table, { short_link: true })
    expect(plan.rows.map(({ number, name, reference }) => [number, name, reference]).slice(2, 4)).toEqual([
      [3, 'Café Roma', '4711'],
      [4, 'Without a link', '4712'],
    ])
    const rows = rowsOf(plan, [
      found('Cafe Roma'),
      found('Cafe Roma', parseCid('20000000000000000')),
      found('Cafe Roma'),
    ])
    expect(rows.map(({ row, state, reason, name_match }) => [row, state, reason, name_match])).toEqual([
      [1, 'not_sent', 'title', null],
      [2, 'not_sent', 'heading', null],
      [3, 'found', null, 'same'],
      [4, 'not_sent', 'no_link', null],
      [5, 'not_sent', 'blank', null],
      [6, 'found', null, 'different'],
      [7, 'found', null, 'same'],
    ])
    expect(rows[2]?.input).toEqual({ Nr: '4711', Name: 'Café Roma', Link: shortLinks('a')[0] })
  })

  it('repeat the row that has the same listing, once a lookup shows it', () => {
    const plan = planOf(table, { short_link: true })
    const outcomes = [found('Cafe Roma'), found('Lux', parseCid('20000000000000000')), found('Cafe Roma')]
    const rows = rowsOf(plan, outcomes)
    expect(rows[6]).toMatchObject({ duplicate_of: 3, listing: { cid: String(cid) } })
    expect(listState(plan, outcomes).duplicates).toBe(1)
  })

  it('count a different name as something to check', () => {
    const { sums } = listState(planOf(table, { short_link: true }), [found('Cafe Roma'), found('Lux'), waiting])
    expect(sums).toMatchObject({
      rows: 7,
      headings: 2,
      blank: 1,
      lines: 4,
      found: 1,
      name_differs: 1,
      waiting: 1,
      not_sent: 1,
    })
  })
})

test('a row includes the new and old identifiers of a listing that has moved', () => {
  const from = { ...identifiers, cid: parseCid('7') }
  const moved = assembleListing({ ...from, placeId: 'ChIJold' }, { cid, placeId: identifiers.placeId }, env())
  const plan = planOf(readList(shortLinks('a').join()), { short_link: true })
  expect(rowsOf(plan, [{ state: 'found', listing: { ...moved, matches: null } }])).toMatchObject([
    { listing_status: 'moved', listing: { cid: String(cid), moved_from: { cid: '7', place_id: 'ChIJold' } } },
  ])
})
