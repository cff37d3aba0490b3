import { setTimeout as sleep } from 'node:timers/promises'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import type { BatchSums } from '@/server/features/batches/batch'
import { jsonLines } from '@/server/features/batches/write-results'
import { tableCells, tableHeadings } from '@/server/features/lists/added-columns'
import type { Row } from '@/server/features/lists/row'
import { stateFilters } from '@/server/features/lists/row-filter'
import { bucketOf, countRows, sumsOf } from '@/server/features/lists/row-state'
import { csvForms } from '@/server/platform/runtime/csv'
import { Person } from '../support/person'
import { type Call, call, hosts, newVisitor } from './call'

const googleplex = 'ChIJj61dQgK6j4AR4GeTYWZsKWw'
const byCid = 'https://maps.google.com/?cid=7793879817120868320'
const cutLink = 'https://www.google.com/maps/place/British+Museum/data=!4m2!3m1!1s0x48761b323093'

const sheet = [
  ['Kundenliste – Stand 11/2026', '', '', '', ''],
  ['', '', '', '', ''],
  ['Nr', 'Kunde', 'Adresse', 'Land', 'Maps'],
  ['0017', 'Googleplex', '', 'US', googleplex],
  ['0018', 'Googleplex', '', 'US', byCid],
  ['0019', 'Googleplex', '', 'US', ` ${googleplex} `],
  ['', '', '', '', ''],
  ['0020', '=Bäckerei "Schmidt"', '', 'Deutschland', googleplex],
  ['0021', 'British Museum', '', 'Great Britain', ''],
  ['0022', '', 'Hauptstr. 5, Berlin', '', ''],
  ['0023', 'British Museum', '', 'GB', cutLink],
  ['0024', '', '', 'DE', 'https://example.com/shop'],
  ['0025', 'Nirgendwo Gasthaus', '', '', 'kein Link'],
]
const csv = (rows: string[][]) => Papa.unparse(rows, { delimiter: ';', newline: '\r\n' })
const type = { 'content-type': 'text/csv' }

/** Makes a new account with a key. */
async function caller(url: string) {
  const person = new Person(url, `rows.${newVisitor()}@example.com`)
  person.origin = 'https://pinref.example'
  expect((await person.signUp()).status).toBe(200)
  const { key }: { key: string } = await person.procedure('keys.create', { name: 'Rows' })
  const ask = (method: string, path = '', { headers = {}, ...more }: Call = {}) =>
    call(url, `batches${path}`, undefined, { method, headers: { 'x-api-key': key, ...headers }, ...more })
  const finished = async (id: string) => {
    for (let turn = 0; turn < 400; turn++, await sleep(50)) {
      const { body } = await ask('GET', `/${id}`)
      if (body.state === 'finished') return body
    }
    throw new Error(`batch ${id} does not finish`)
  }
  /** Fetches a file with its byte order mark, which reading a response as text would drop. */
  const file = async (path: string) => {
    const response = await fetch(`${url}/api/batches/${path}`, { headers: { 'x-api-key': key } })
    return Buffer.from(await response.arrayBuffer()).toString('utf8')
  }
  return { person, ask, finished, file }
}

/** Returns a line of any kind: a link, one that other lines repeat, cells that need quotes, or a line that is rejected. */
function messyLine(index: number): unknown {
  const cid = `0x${(0x8000_0000_0000_0000n + BigInt(index)).toString(16)}`
  const link = `https://www.google.com/maps/place/Caf%C3%A9+%22${index}%22,+%3D1;/data=!4m2!3m1!1s0x89c259a9b3117469:${cid}`
  const rejected = [`no link; "${index}"`, 'x'.repeat(9_000), index, { url: link, cid }, byCid, '']
  return [link, { url: link, id: `=${index},"` }, { cid }][index % 15] ?? rejected[index % rejected.length]
}

type Caller = Awaited<ReturnType<typeof caller>>

/** Reads a batch's rows, and expects its sums to add up, and each filter to select as many rows as are counted. */
async function checkedRows({ ask, finished }: Caller, id: string): Promise<{ rows: Row[]; sums: BatchSums }> {
  const { row_counts: all, line_counts: lines, audit } = await finished(id)
  const rows: Row[] = (await ask('GET', `/${id}/results`)).body.results
  expect(rows.map(({ row }) => row)).toEqual(rows.map((_, index) => index + 1))
  const { rows: total, headings, blank, lines: ofLines, ...buckets } = sumsOf(countRows(rows))
  expect(all).toEqual({ total, headings, blank })
  const duplicates = rows.filter(({ duplicate_of }) => duplicate_of !== null).length
  expect(lines).toEqual({ total: ofLines, ...buckets, duplicates })
  expect(all.total).toBe(all.headings + all.blank + lines.total)
  expect(lines.total).toBe(lines.found + lines.to_check + lines.waiting)
  for (const state of stateFilters) {
    const { body } = await ask('GET', `/${id}/results?state=${state}`)
    expect(body.results.length, state).toBe(lines[state])
    const file = await ask('GET', `/${id}/results.jsonl?state=${state}`)
    expect(file.text.split('\n').length - 1, state).toBe(lines[state])
  }
  const lineRows = rows.filter((row) => !['heading', 'blank'].includes(bucketOf(row)))
  const { closures_known, previous, ...findings } = audit
  for (const [finding, count] of Object.entries(findings)) {
    const counted = lineRows.filter((row) =>
      finding === 'fine' ? row.findings.length === 0 : row.findings.some((one) => one === finding),
    )
    expect(counted.length, finding).toBe(count)
    const { body } = await ask('GET', `/${id}/results?finding=${finding}`)
    expect(body.results, finding).toEqual(counted)
  }
  return { rows, sums: { row_counts: all, line_counts: lines, audit } }
}

const statesOf = (rows: readonly Row[]) => rows.map(({ state, reason }) => reason ?? state)

describe.each(hosts)('the rows of a batch, on the $host', ({ url }) => {
  test('are all rows of a messy CSV, with the same columns, and its results can be sent again', async () => {
    const own = await caller(url)
    const sent = { raw: `${csv(sheet)}\r\n\r\n\r\n`, headers: type }
    const made = (await own.ask('POST', '?fallback=name', sent)).body
    expect(made).toMatchObject({
      heading_row: 3,
      column: 'Maps',
      name_column: 'Kunde',
      address_column: ['Adresse'],
      country_column: 'Land',
      reference_column: 'Nr',
      fallback: 'name',
      row_counts: { total: 13, headings: 2, blank: 2 },
      line_counts: { total: 9 },
    })
    const { rows, sums } = await checkedRows(own, made.id)
    expect(statesOf(rows)).toEqual([
      ...['title', 'blank', 'heading', 'found', 'found', 'found', 'blank', 'found', 'found', 'no_link', 'found'],
      ...['unreadable', 'not_found'],
    ])
    expect(rows.map(({ duplicate_of }) => duplicate_of).filter(Boolean)).toEqual([4, 4, 4, 9])
    expect(rows[7]).toMatchObject({ name_match: 'different', duplicate_of: 4, listing: { title: 'Googleplex' } })
    expect(sums.line_counts).toMatchObject({ found: 5, name_differs: 1, not_found: 1, unreadable: 1, not_sent: 1 })
    // The first row with a link, its other form, the same link under another name, and two names.
    expect(await own.person.query('usage.month')).toMatchObject({ used: 5 })

    const file = await own.file(`${made.id}/results.csv`)
    expect(file.startsWith('\ufeff')).toBe(false)
    const { data } = Papa.parse<string[]>(file.replace(/\r\n$/, ''))
    expect(data.map((row) => row.slice(0, 5))).toEqual(sheet)
    expect(data[2]?.slice(5, 7)).toEqual(['pinref_row', 'pinref_state'])
    expect(data[0]?.slice(5).join('')).toBe('')
    const again = (await own.ask('POST', '?fallback=name&details=full', { raw: file, headers: type })).body
    expect(again).toMatchObject({ heading_row: 3, column: 'Maps', name_column: 'Kunde', row_counts: made.row_counts })
    const second = await checkedRows(own, again.id)
    expect(second.sums).toEqual(sums)
    expect(second.rows.map(({ input }) => input)).toEqual(rows.map(({ input }) => input))
    const spreadsheet = await own.file(`${made.id}/results.csv?format=spreadsheet`)
    expect(spreadsheet.startsWith('\ufeff')).toBe(true)
    expect(spreadsheet).toContain(`'=Bäckerei`)
    const third = (await own.ask('POST', '?start=later', { raw: spreadsheet, headers: type })).body
    expect(third).toMatchObject({ heading_row: 3, column: 'Maps', row_counts: made.row_counts })
  })

  test('of a results file are the same in both of its forms, in every round', async () => {
    const own = await caller(url)
    const sent = [
      ['CID', 'Phone', 'Change', 'Note', 'Account'],
      ['7793879817120868320', '+49 30 1234567', '-5', '=1+1', '@x'],
      ['7793879817120868320', "'+49 30 1234567", '"q", \'s\'', 'two\nlines; -1', '="007"'],
      ['no link', '＋49', ' =1 ', '', "''"],
    ]
    const round = async (raw: string, query: string) => {
      const { id } = (await own.ask('POST', '?details=none', { raw, headers: type })).body
      const { rows } = await checkedRows(own, id)
      const file = await own.file(`${id}/results.csv${query}`)
      const cells = Papa.parse<string[]>(file.replace(/\r\n$/, '')).data.map((row) => row.slice(0, 5))
      return { file, cells, read: rows.map(({ input, listing, state }) => [input, listing?.cid, state]) }
    }
    const first = await round(Papa.unparse(sent), '')
    expect(first.cells).toEqual(sent)
    expect(first.file).toMatch(/^CID,.*\r\n7793879817120868320,.*,2,found,.*,7793879817120868320,/)
    let { file } = first
    for (const query of ['', '?format=spreadsheet', '?format=spreadsheet', '']) {
      const next = await round(file, query)
      expect(next.read).toEqual(first.read)
      if (query === '') expect(next.file).toBe(first.file)
      else {
        expect(next.file).toMatch(/^\ufeffCID,.*\r\n"=""7793879817120868320""",'\+49 .*,"=""7793879817120868320""",/)
        expect(next.cells[1]).toEqual(['="7793879817120868320"', "'+49 30 1234567", "'-5", "'=1+1", "'@x"])
      }
      file = next.file
    }
  })

  test('are the same in files as in pages, byte for byte, although both are read in different steps', async () => {
    const own = await caller(url)
    const { id } = (await own.ask('POST', '?details=none&start=later', { raw: '' })).body
    const lines = Array.from({ length: 1_600 }, (_, index) => messyLine(index))
    for (const [part, from, to] of [
      [1, 0, 700],
      [2, 700, 1_600],
    ] as const) {
      const raw = lines
        .slice(from, to)
        .map((line) => JSON.stringify(line))
        .join('\n')
      const headers = { 'content-type': 'application/x-ndjson' }
      expect((await own.ask('PUT', `/${id}/parts/${part}`, { raw, headers })).status).toBe(200)
    }
    await own.ask('POST', `/${id}/start`, { raw: '' })
    await own.finished(id)
    const pages = async (query: string) => {
      const rows: Row[] = []
      for (let next: string | null = '0'; next !== null; ) {
        const { body } = await own.ask('GET', `/${id}/results?after=${next}&limit=900${query}`)
        rows.push(...body.results)
        next = body.next
      }
      return rows
    }
    const all = await pages('')
    expect(all.map(({ row }) => row)).toEqual(lines.map((_, index) => index + 1))
    const { plain, spreadsheet } = csvForms
    const headings = tableHeadings([])
    const cells = (rows: Row[]) => rows.map((row) => tableCells(row, []))
    const unreadable = await pages('&state=unreadable')
    expect(unreadable.length).toBeGreaterThan(500)
    for (const [path, expected] of [
      ['results.csv', plain.rows([headings, ...cells(all)])],
      ['results.csv?format=spreadsheet', spreadsheet.start + spreadsheet.rows([headings, ...cells(all)])],
      ['results.csv?state=unreadable', plain.rows([headings, ...cells(unreadable)])],
      ['results.csv?after=1100', plain.rows(cells(all.slice(1_100)))],
      ['results.jsonl', jsonLines(all)],
    ] as const)
      expect((await own.file(`${id}/${path}`)) === expected, path).toBe(true)
  })

  test('are looked up by name only if the caller allows it', async () => {
    const own = await caller(url)
    const { id } = (await own.ask('POST', '', { raw: csv(sheet), headers: type })).body
    const { rows } = await checkedRows(own, id)
    expect(statesOf(rows).slice(8)).toEqual(['no_link', 'no_link', 'unreadable', 'unreadable', 'unreadable'])
    const refused = await own.ask('POST', '?fallback=name&details=none', { raw: csv(sheet), headers: type })
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringMatching(/fallback requires details/)])
  })

  test('of JSON and JSON Lines are all items and lines, blank ones too', async () => {
    const own = await caller(url)
    const items = [
      googleplex,
      '',
      { url: byCid, name: 'Googleplex', id: 7 },
      { url: '', name: 'British Museum' },
      'no link',
    ]
    const bodies: Call[] = [
      { raw: JSON.stringify({ lines: items, details: 'checked' }) },
      {
        raw: `${items.map((item) => (item === '' ? '' : JSON.stringify(item))).join('\n')}\n`,
        headers: { 'content-type': 'application/x-ndjson' },
      },
    ]
    for (const [index, body] of bodies.entries()) {
      const { id } = (await own.ask('POST', index === 0 ? '' : '?details=checked', body)).body
      const { rows } = await checkedRows(own, id)
      expect(statesOf(rows)).toEqual(['found', 'blank', 'found', 'no_link', 'unreadable'])
      expect(rows[2]).toMatchObject({ duplicate_of: 1 })
      expect(rows.map(({ input }) => input)).toEqual(items)
    }
  })

  test('of parts are counted once, even if each part begins with the rows down to the headings', async () => {
    const own = await caller(url)
    const { id } = (await own.ask('POST', '?details=none&start=later&heading_row=3', { raw: '' })).body
    const top = sheet.slice(0, 3)
    const part = async (number: number, rows: string[][]) =>
      (await own.ask('PUT', `/${id}/parts/${number}`, { raw: `${csv([...top, ...rows])}\r\n`, headers: type })).body
    expect(await part(2, sheet.slice(8))).toEqual({ part: 2, line_count: 5, batch_line_count: 5 })
    expect(await part(1, sheet.slice(3, 5))).toEqual({ part: 1, line_count: 2, batch_line_count: 7 })
    expect(await part(1, sheet.slice(3, 8))).toEqual({ part: 1, line_count: 4, batch_line_count: 9 })
    expect(await part(2, [['1', '2', '3', '4', '5', '6']])).toEqual({ part: 2, line_count: 1, batch_line_count: 5 })
    expect(await part(2, sheet.slice(8))).toEqual({ part: 2, line_count: 5, batch_line_count: 9 })
    const other = await own.ask('PUT', `/${id}/parts/3`, { raw: 'Nr;Maps\r\n1;2', headers: type })
    expect([other.status, other.body.detail]).toEqual([
      400,
      expect.stringMatching(/heading_row|same columns|no column/),
    ])
    expect((await own.ask('GET', `/${id}`)).body).toMatchObject({ row_counts: { total: 13, headings: 2, blank: 2 } })
    expect((await own.ask('POST', `/${id}/start`, { raw: '' })).status).toBe(200)
    const { rows } = await checkedRows(own, id)
    expect(rows.map(({ input }) => Object.values(input as object).slice(0, 5))).toEqual(sheet)
  })

  test('get the options that several parameters, JSON, or nothing name', async () => {
    const own = await caller(url)
    const made = async (query: string, sent: Call = { raw: csv(sheet), headers: type }) =>
      (await own.ask('POST', `?start=later&${query}`, sent)).body
    expect(await made('address_column=Adresse&address_column=Land&country_column=')).toMatchObject({
      address_column: ['Adresse', 'Land'],
      country_column: null,
    })
    expect(await made('name_column=&reference_column=&column=Nr')).toMatchObject({ column: 'Nr', name_column: null })
    const options = { start: 'later', heading_row: 0, address_column: 'Column 3', name_column: 'Column 2' }
    expect(await made('', { raw: JSON.stringify(options) })).toMatchObject({
      heading_row: 0,
      address_column: ['Column 3'],
      name_column: 'Column 2',
    })
    for (const query of ['heading_row=x', 'heading_row=51', 'fallback=all', 'column=Nr&column=Maps'])
      expect((await own.ask('POST', `?${query}`, { raw: csv(sheet), headers: type })).status, query).toBe(400)
  })

  test('that the person did not choose have what they say themselves, for free, or are not sent', async () => {
    const own = await caller(url)
    const make = async (lookups: string[]) => {
      const options = { details: 'full', fallback: 'name', lookups, start: 'later', format: 'csv' }
      const { id } = await own.person.procedure('batches.only.create', { ...options, data: csv(sheet) })
      await own.person.procedure('batches.start', { id })
      return checkedRows(own, id)
    }
    const names = await make(['name'])
    expect(statesOf(names.rows).slice(3)).toEqual([
      ...['found', 'found', 'found', 'blank', 'found', 'found', 'no_link', 'found', 'unreadable', 'not_found'],
    ])
    expect(names.rows[3]).toMatchObject({ listing_status: 'unchecked', listing: { title: null, place_id: googleplex } })
    expect(await own.person.query('usage.month')).toMatchObject({ used: 2 })
    const none = await make([])
    expect(statesOf(none.rows).slice(8)).toEqual(['not_chosen', 'no_link', 'unreadable', 'unreadable', 'not_chosen'])
    expect(await own.person.query('usage.month')).toMatchObject({ used: 2 })
  })
})
