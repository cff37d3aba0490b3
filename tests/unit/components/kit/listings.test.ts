import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { fileNames, type KitListing, linksCsv, maxListings, selectListings } from '@/components/kit/listings'
import type { Row } from '@/server/features/lists/row'

const rowOf = (line: number, place: string | null, title: string | null = `Place ${line}`) =>
  ({
    row: line,
    state: 'found',
    input: '',
    duplicate_of: null,
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
  }) as Row

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

describe('selectListings', () => {
  it('selects each listing with a review link once, and counts the omitted lines', async () => {
    const { fetchPage, calls } = pages([rowOf(1, 'a'), rowOf(3, null), rowOf(4, 'b'), rowOf(7, 'a'), rowOf(9, 'c')])
    const { listings, ...rest } = await selectListings(fetchPage)
    expect(listings.map(({ line }) => line)).toEqual([1, 4, 9])
    expect(rest).toEqual({ firstLine: 1, lastLine: 9, withoutLink: 1, repeated: 1, hasMore: false })
    expect(calls).toEqual(['0', '4'])
  })

  it('omits a title that is from a link and may contain the address', async () => {
    const withoutRating = (row: Row) =>
      ({ ...row, listing: { ...row.listing, rating: null, reviews_count: null } }) as Row
    const address = 'RAI, Calea Victoriei 202, București'
    const fromLinks = [rowOf(1, 'a', address), rowOf(2, 'b', 'RAI')].map(withoutRating)
    const { listings } = await selectListings(pages([...fromLinks, rowOf(3, 'c', address)]).fetchPage)
    expect(listings.map(({ name }) => name)).toEqual([null, 'RAI', address])
  })

  it('stops at a kit’s maximum number of listings, and the next kit starts with the next listing', async () => {
    const rows = Array.from({ length: maxListings + 5 }, (_, index) => rowOf(index + 1, `p${index}`))
    const { fetchPage } = pages(rows, 200)
    const first = await selectListings(fetchPage)
    expect(first).toMatchObject({ firstLine: 1, lastLine: maxListings, hasMore: true })
    expect(first.listings).toHaveLength(maxListings)
    const second = await selectListings(fetchPage, first.lastLine)
    expect(second).toMatchObject({ firstLine: maxListings + 1, lastLine: maxListings + 5, hasMore: false })
    expect(second.listings).toHaveLength(5)
  })

  it('reads a limited number of pages if a batch has no review links', async () => {
    let pageCount = 0
    const selection = await selectListings(async (after) => {
      pageCount += 1
      return { results: [rowOf(Number(after) + 1, null)], next: String(Number(after) + 1) }
    })
    expect(pageCount).toBe(50)
    expect(selection).toMatchObject({ listings: [], lastLine: 50, withoutLink: 50, hasMore: true })
  })

  it('does not use a title that may contain an address as a name', async () => {
    const row = rowOf(1, 'a', 'Café Heinemann, Bismarckstraße 91')
    Object.assign(row.listing ?? {}, { rating: null, reviews_count: null })
    const { listings } = await selectListings(pages([row]).fetchPage)
    expect(listings[0]?.name).toBeNull()
  })
})

const listing = (line: number, name: string | null): KitListing => ({
  line,
  name,
  address: '=1+1; 5 Rue',
  cid: '7793879817120868320',
  placeId: 'ChIJ',
  reviewUrl: 'https://r/ChIJ',
})

describe('fileNames', () => {
  it('are unique, sort in line order, and are safe on every system, with letters from any script', () => {
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
    expect(csv.startsWith('\ufeffline,title,')).toBe(true)
    const rows = Papa.parse<Record<string, string>>(csv.slice(1), { header: true, skipEmptyLines: true }).data
    expect(rows).toEqual([
      {
        line: '4',
        title: `'=HYPERLINK("http://x")`,
        address: "'=1+1; 5 Rue",
        review_url: 'https://r/ChIJ',
        place_id: 'ChIJ',
        cid: '="7793879817120868320"',
        files: '04-hyperlink-http-x',
      },
      {
        line: '12',
        title: 'Café',
        address: "'=1+1; 5 Rue",
        review_url: 'https://r/ChIJ',
        place_id: 'ChIJ',
        cid: '="7793879817120868320"',
        files: '12-café',
      },
    ])
  })
})
