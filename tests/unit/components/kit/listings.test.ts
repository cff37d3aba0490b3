import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import {
  fileNames,
  type KitListing,
  linksCsv,
  maxListings,
  type SkippedLine,
  selectListings,
  skippedCsv,
  skippedWords,
} from '@/components/kit/listings'
import type { Row } from '@/server/features/lists/row'
import { countRows, sumsOf } from '@/server/features/lists/row-state'

/** A row that found a listing. */
const rowOf = (
  row: number,
  place: string | null,
  { title = `Place ${row}` as string | null, ...more }: Partial<Row> & { title?: string | null } = {},
) =>
  ({
    row,
    state: 'found',
    reason: null,
    input: '',
    duplicate_of: null,
    name_match: null,
    listing_status: null,
    business_status: null,
    problem: null,
    listing: {
      title,
      address: null,
      rating: '4.0',
      reviews_count: 1,
      cid: '7',
      place_id: place,
      review_url: place && `https://r/${place}`,
    },
    ...more,
  }) as Row

/** A row without a listing. */
const lostOf = (row: number, state: Row['state'], more: Partial<Row> = {}) =>
  rowOf(row, null, { state, listing: null, ...more })

const problem = (detail: string): Row['problem'] => ({ code: 'listing_not_found', detail, cid: null, place_id: null })

/** Serves rows like the server, three or `size` a page. */
function pages(rows: readonly Row[], size = 3) {
  const calls: string[] = []
  const fetchPage = async (after: string) => {
    calls.push(after)
    const results = rows.filter(({ row }) => row > Number(after)).slice(0, size)
    const last = results.at(-1)?.row
    return { results, next: last === undefined || last === rows.at(-1)?.row ? null : String(last) }
  }
  return { fetchPage, calls }
}

/** Selects from rows with names in the column `Client`. */
const select = (rows: readonly Row[]) => selectListings(pages(rows).fetchPage, { nameColumn: 'Client' })

describe('selectListings', () => {
  it('selects each open listing with a review link once, and every other line is skipped with its row, name, and reason', async () => {
    const client = (name: string) => ({ input: { Client: name, link: 'x' } })
    const rows = [
      lostOf(1, 'not_sent', { reason: 'title' }),
      lostOf(2, 'not_sent', { reason: 'heading' }),
      rowOf(3, 'a', client('Café Anna')),
      lostOf(4, 'not_sent', { reason: 'blank' }),
      rowOf(5, null, client('Bar')),
      rowOf(6, 'b', { ...client('Closed Inn'), business_status: 'closed_permanently' }),
      rowOf(7, 'c', { ...client('Beach Club'), business_status: 'closed_temporarily' }),
      rowOf(8, 'a', client('Café Anna again')),
      lostOf(9, 'not_found', { ...client('Gone'), problem: problem('It is gone.') }),
      lostOf(10, 'failed', { ...client('Later'), problem: problem('Google is down.') }),
      lostOf(11, 'unreadable', { input: 'nonsense', problem: problem('No link.') }),
      lostOf(12, 'not_sent', { ...client('No link'), reason: 'no_link' }),
      rowOf(13, 'd', { business_status: 'operational', name_match: 'different', ...client('Hotel') }),
    ]
    const { listings, skipped, ...rest } = await select(rows)
    expect(listings.map(({ row, name, nameDiffers }) => [row, name, nameDiffers])).toEqual([
      [3, 'Café Anna', false],
      [13, 'Hotel', true],
    ])
    expect(skipped.map(({ row, name, reason, detail }) => [row, name, reason, detail])).toEqual([
      [5, 'Bar', 'no_link', expect.stringContaining('place id is unknown')],
      [6, 'Closed Inn', 'closed_permanently', 'The business is permanently closed.'],
      [7, 'Beach Club', 'closed_temporarily', 'The business is temporarily closed.'],
      [8, 'Café Anna again', 'duplicate', 'The same listing as in row 3.'],
      [9, 'Gone', 'not_found', 'It is gone.'],
      [10, 'Later', 'failed', 'Google is down.'],
      [11, 'nonsense', 'unreadable', 'No link.'],
      [12, 'No link', 'not_sent', expect.stringContaining('no link')],
    ])
    expect(rest).toEqual({ firstRow: 1, lastRow: 13, hasMore: false })
    expect(listings.length + skipped.length).toBe(sumsOf(countRows(rows)).lines)
    expect(skippedWords(skipped)).toBe(
      '1 permanently closed, 1 temporarily closed, 1 not found, 1 without a review link, 1 failed, 1 unreadable, 1 not sent, 1 duplicate',
    )
  })

  it('reads all pages', async () => {
    const { fetchPage, calls } = pages([rowOf(1, 'a'), rowOf(3, null), rowOf(4, 'b'), rowOf(7, 'a'), rowOf(9, 'c')])
    const { listings } = await selectListings(fetchPage, { nameColumn: '' })
    expect(listings.map(({ row }) => row)).toEqual([1, 4, 9])
    expect(calls).toEqual(['0', '4'])
  })

  it('uses the listing’s title if the row has no name, but not a title from a link that may contain the address', async () => {
    const address = 'RAI, Calea Victoriei 202, București'
    const fromLink = (row: Row) => ({ ...row, listing: { ...row.listing, rating: null, reviews_count: null } }) as Row
    const { listings } = await select([
      rowOf(1, 'a', { input: { Client: ' ' }, title: 'Trevi' }),
      fromLink(rowOf(2, 'b', { title: address })),
      fromLink(rowOf(3, 'c', { title: 'RAI' })),
      rowOf(4, 'd', { title: address }),
      fromLink(rowOf(5, 'e', { title: address, input: { Client: 4711 } })),
    ])
    expect(listings.map(({ name }) => name)).toEqual(['Trevi', null, 'RAI', address, '4711'])
  })

  it('stops at a kit’s maximum number of listings, and the next kit starts with the next listing', async () => {
    const rows = Array.from({ length: maxListings + 5 }, (_, index) => rowOf(index + 1, `p${index}`))
    const { fetchPage } = pages(rows, 200)
    const first = await selectListings(fetchPage, { nameColumn: '' })
    expect(first).toMatchObject({ firstRow: 1, lastRow: maxListings, hasMore: true })
    expect(first.listings).toHaveLength(maxListings)
    const second = await selectListings(fetchPage, { nameColumn: '', after: first.lastRow })
    expect(second).toMatchObject({ firstRow: maxListings + 1, lastRow: maxListings + 5, hasMore: false })
    expect(second.listings).toHaveLength(5)
  })

  it('reads a limited number of pages if a batch has no review links', async () => {
    let pageCount = 0
    const fetchPage = async (after: string) => {
      pageCount += 1
      return { results: [rowOf(Number(after) + 1, null)], next: String(Number(after) + 1) }
    }
    const selection = await selectListings(fetchPage, { nameColumn: '' })
    expect(pageCount).toBe(50)
    expect(selection).toMatchObject({ listings: [], lastRow: 50, hasMore: true })
    expect(selection.skipped).toHaveLength(50)
  })
})

const listing = (row: number, name: string | null): KitListing => ({
  row,
  name,
  title: 'Title',
  nameDiffers: false,
  address: '=1+1; 5 Rue',
  cid: '7793879817120868320',
  placeId: 'ChIJ',
  reviewUrl: 'https://r/ChIJ',
})

describe('fileNames', () => {
  it('are unique, sort in the order of rows, and are safe on every system, with letters from any script', () => {
    const names = fileNames([
      listing(1, '../../etc/CON: <Café> "Roma"? '),
      listing(2, '寿司 太郎'),
      listing(3, '寿司 太郎'),
      listing(4, 'مقهى البحر'),
      listing(5, 'ร้านกาแฟ'),
      listing(6, '☕️☕️'),
      listing(7, '𠮷'.repeat(300)),
      listing(120, null),
    ])
    expect(names.slice(0, 6)).toEqual([
      '001-etc-con-café-roma',
      '002-寿司-太郎',
      '003-寿司-太郎',
      '004-مقهى-البحر',
      '005-ร้านกาแฟ',
      '006-cid-7793879817120868320',
    ])
    expect(names[7]).toBe('120-cid-7793879817120868320')
    for (const name of names) {
      expect(Buffer.byteLength(`${name}.svg`)).toBeLessThanOrEqual(255)
      expect(() => encodeURIComponent(name), 'no half of a character').not.toThrow()
    }
  })
})

describe('linksCsv', () => {
  it('is a table for spreadsheets, in which no text is a formula', () => {
    const listings = [listing(4, '=HYPERLINK("http://x")'), listing(12, 'Café')]
    const csv = linksCsv(listings, fileNames(listings))
    expect(csv.startsWith('\ufeffrow,name,title,')).toBe(true)
    const rows = Papa.parse<Record<string, string>>(csv.slice(1), { header: true, skipEmptyLines: true }).data
    expect(rows).toEqual([
      {
        row: '4',
        name: `'=HYPERLINK("http://x")`,
        title: 'Title',
        address: "'=1+1; 5 Rue",
        review_url: 'https://r/ChIJ',
        place_id: 'ChIJ',
        cid: '="7793879817120868320"',
        files: '04-hyperlink-http-x',
      },
      {
        row: '12',
        name: 'Café',
        title: 'Title',
        address: "'=1+1; 5 Rue",
        review_url: 'https://r/ChIJ',
        place_id: 'ChIJ',
        cid: '="7793879817120868320"',
        files: '12-café',
      },
    ])
  })
})

describe('skippedCsv', () => {
  it('has the row, name, and reason of each line that is not in the kit, and no formulas', () => {
    const lines: SkippedLine[] = [
      { row: 6, name: '=1+1', reason: 'closed_permanently', detail: 'The business is permanently closed.' },
      { row: 9, name: null, reason: 'no_link', detail: 'There is no link.' },
    ]
    expect(skippedCsv(lines).split('\r\n')).toEqual([
      '\ufeffrow,name,reason,detail',
      "6,'=1+1,permanently closed,The business is permanently closed.",
      '9,,without a review link,There is no link.',
      '',
    ])
  })
})
