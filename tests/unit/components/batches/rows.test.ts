import { afterEach, describe, expect, test, vi } from 'vitest'
import { queryOf, readView } from '@/components/batches/line-view'
import { countLines, type Entry, fetchRows, inputText, joinLines } from '@/components/batches/rows'

test('a line is shown as the part that was looked up', () => {
  expect(inputText('a link', null)).toBe('a link')
  expect(inputText({ shop: 'A', link: 'x' }, 'link')).toBe('x')
  expect(inputText({ name: 'Joe’s', address: '7 Carmine St', id: 7 }, null)).toBe('Joe’s, 7 Carmine St')
  expect(inputText({ cid: '1' }, null)).toBe('1')
  expect(inputText({ id: 7 }, null)).toBe('{"id":7}')
  expect(inputText('a broken row', 'link')).toBe('a broken row')
})

const line = (row: number): Entry => ({
  row,
  state: 'found',
  reason: null,
  input: '',
  duplicate_of: null,
  name_match: null,
  listing_status: null,
  business_status: null,
  findings: [],
  previous_findings: null,
  listing: null,
  problem: null,
})
const run = (from: number, to: number): Entry => ({ from, to, state: 'unreadable', reason: null, detail: 'why' })
const page = (entries: Entry[], end: number) => ({ entries, end, hasNext: false, isLast: false })

describe('a page that is loaded in several steps', () => {
  test('shows lines that were not looked up as one row, even if a step ended between them', () => {
    const joined = joinLines(page([line(1), run(2, 900)], 900), page([run(901, 950), line(951)], 951))
    expect(joined).toEqual(page([line(1), run(2, 950), line(951)], 951))
    expect(countLines(joined.entries)).toBe(951)
    const apart = [run(2, 5), line(6), run(7, 9)]
    expect(joinLines(page(apart.slice(0, 1), 5), page(apart.slice(1), 9)).entries).toEqual(apart)
  })

  test('has fifty rows, and the line after them starts the next page', () => {
    const full = page(
      Array.from({ length: 50 }, (_, at) => line(at + 1)),
      60,
    )
    expect(joinLines(full, page([line(61)], 61))).toEqual({ ...full, hasNext: true })
    expect(joinLines(full, page([], 80))).toEqual({ ...full, end: 80 })
    // Two rows merged into one leave room for another.
    const short = page([run(1, 3), ...full.entries.slice(3, 50)], 50)
    const read = { ...page([line(51), line(52)], 52), hasNext: true }
    expect(joinLines(short, read)).toEqual({ ...read, entries: [...short.entries, ...read.entries] })
    expect(joinLines({ ...short, entries: short.entries.slice(1) }, read).hasNext).toBe(false)
  })
})

describe('results', () => {
  afterEach(() => vi.unstubAllGlobals())

  /** Serves a body in pieces that break lines and characters apart; returns the requested URLs and how far it was read. */
  function served(text: string) {
    const bytes = new TextEncoder().encode(text)
    const state = { urls: [] as string[], read: 0, isCanceled: false }
    const pull = (controller: ReadableStreamDefaultController) => {
      if (state.read >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(state.read, state.read + 7))
      state.read += 7
    }
    const cancel = () => {
      state.isCanceled = true
    }
    vi.stubGlobal('fetch', async (url: string) => {
      state.urls.push(url)
      return new Response(new ReadableStream({ pull, cancel }, { highWaterMark: 0 }))
    })
    return state
  }

  const rows = Array.from({ length: 100 }, (_, index) => ({ row: index + 1, input: 'Café Schöneberg' }))
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')

  test('are read from a stream', async () => {
    const state = served(text)
    expect(await fetchRows('batch_1', {})).toEqual(rows)
    expect(await fetchRows('batch_1', { finding: 'moved', q: '' })).toEqual([])
    expect(state.urls).toEqual(['/api/files/batch_1.jsonl', '/api/files/batch_1.jsonl?finding=moved'])
  })

  test('are not downloaded to the end if fewer are needed', async () => {
    const state = served(text)
    expect(await fetchRows('batch_1', {}, 3)).toEqual(rows.slice(0, 3))
    expect(state.isCanceled).toBe(true)
    expect(state.read).toBeLessThan(text.length / 2)
  })
})

describe('the URL of a page of lines', () => {
  test.each([
    '',
    '?after=50',
    '?state=to_check&finding=any&code=listing_not_found&q=caf%C3%A9+%26+bar&after=120&nth=51',
    '?finding=moved&after=7&nth=3',
    '?q=x&after=7&nth=3',
  ])('shows the same lines when it is reopened: %s', (query) => {
    expect(queryOf(readView(new URLSearchParams(query)))).toBe(query)
  })

  test('omits parameters that have no effect', () => {
    const query = '?state=gone&finding=all&code=constructor&q=+&after=-1&nth=1e3&other=1'
    expect(readView(new URLSearchParams(query))).toEqual({
      state: null,
      finding: null,
      code: null,
      q: '',
      after: 0,
      nth: 1,
    })
    expect(readView(new URLSearchParams(`q=${'x'.repeat(10_000)}`)).q).toHaveLength(200)
  })
})
