import { describe, expect, test } from 'vitest'
import { formatOf, type ReadOptions, readLines } from '@/server/features/batches/read-lines'
import { noOptions } from '@/server/features/lists/list-layout'

const none: ReadOptions = { ...noOptions, operation: 'auto', part: null }
const read = (text: string, options: Partial<ReadOptions> = {}) =>
  readLines(text, formatOf(text), { ...none, ...options })
const faultOf = (text: string, options: Partial<ReadOptions> = {}) =>
  read(text, options).then(
    () => null,
    (error: Error) => error.message,
  )

test.each([
  ['["a"]', 'json'],
  [' \n[{"url":"a"}]', 'json'],
  ['{"url":"a"}\n{"url":"b"}', 'jsonl'],
  ['"a"\n"b"', 'jsonl'],
  ['"a","b"\n"c","d"', 'csv'],
  ['\ufeffurl\na', 'csv'],
  ['', 'csv'],
])('%j looks like %s', (text, format) => {
  expect(formatOf(text)).toBe(format)
})

describe('JSON', () => {
  test('has lines that are strings or objects; any other value is an unreadable line', async () => {
    const { items } = await read('["a", {"url": "b", "id": 7}, 12345678901234567890, null, ["c"]]')
    expect(items.slice(0, 2)).toEqual(['a', { url: 'b', id: 7 }])
    expect(items.slice(2)).toEqual([
      [0, expect.stringMatching(/lose digits/), expect.any(String)],
      [0, expect.stringMatching(/string or an object/), 'null'],
      [0, expect.any(String), '["c"]'],
    ])
  })

  test('is rejected if it is truncated', async () => {
    expect(await faultOf('["a", "b')).toMatch(/not JSON/)
  })
})

describe('JSON Lines', () => {
  test('may contain unreadable and blank lines, which are rows, except for blank lines at the end', async () => {
    const { items } = await read('{"url":"a"}\r\n\r\n{"url":\n"b"\n \n\n')
    expect(items).toEqual([{ url: 'a' }, '', [0, 'This line is not JSON.', '{"url":'], 'b'])
    expect((await read('{"url":"a"}\n\n\n', { part: 1 })).items).toEqual([{ url: 'a' }, '', ''])
  })

  test('is rejected if it has no valid JSON line', async () => {
    await expect(readLines('{a}\nb', 'jsonl', none)).rejects.toThrow(/None of these lines/)
  })
})

describe('CSV', () => {
  test.each([
    ['a,b\n1,"2, ""two"""\n', [['1', '2, "two"']]],
    ['a;b\r\n1;2\r\n\r\n3;4', [['1', '2'], [], ['3', '4']]],
    ['a\tb\n1\t"2\n2"', [['1', '2\n2']]],
  ])('%j is read', async (text, items) => {
    const lines = await read(text, { column: 'b' })
    expect(lines).toMatchObject({ items: [['a', 'b'], ...items], columns: ['a', 'b'], layout: { headingRow: 1 } })
  })

  test('is rejected if it lacks a requested column', async () => {
    expect(await faultOf('a,b\n1,2', { column: 'c' })).toBe('This CSV has no column "c". The columns are: "a", "b".')
    expect(await faultOf('url,b\n1,2', { addressColumns: ['address'] })).toMatch(/no column "address"/)
  })

  test('needs a column name only if it is not clear which column to look up', async () => {
    expect(await faultOf('a,b\n1,2')).toMatch(/Set column to/)
    expect(await faultOf('only\n1')).toBeNull()
    expect(await faultOf('a,place_id\n1,2')).toBeNull()
  })

  test('is rejected if a quote is never closed', async () => {
    expect(await faultOf('url,b\n"1,2\n3,4')).toMatch(/never closed/)
  })
})

describe('a CSV heading', () => {
  const columns = (count: number, length = 1) => Array.from({ length: count }, (_, at) => `${at}`.padStart(length, 'x'))

  test('has at most 200 columns, which are checked before the rows are read', async () => {
    expect(await faultOf(`url,${columns(199).join()}\n1`)).toBeNull()
    const refusal = /^The headings of a CSV can have at most 200 column names of up to 200 characters each/
    expect(await faultOf(`url,${columns(200).join()}\n1`)).toMatch(refusal)
    expect(await faultOf(`url,${columns(300_000, 10).join()}`)).toMatch(refusal)
    expect(await faultOf(`url,${'"'.repeat(3_000_000)}`)).toMatch(refusal)
    expect(await faultOf(','.repeat(4_000_000))).toMatch(refusal)
    expect(await faultOf(`url,${columns(100, 150).join()}\n1`)).toMatch(refusal)
  })

  test('is found after empty rows, and with quoted line breaks', async () => {
    expect(await read('\n;;\n"a\nb";url\n1;2\n', {})).toMatchObject({
      columns: ['a b', 'url'],
      items: [[], [], ['a\nb', 'url'], ['1', '2']],
      layout: { headingRow: 3, column: 'url' },
    })
  })

  test('is only partly quoted in an error', async () => {
    const names = columns(60, 100)
    const fault = (await faultOf(`${names.join()}\n1`, { column: 'y'.repeat(150) })) ?? ''
    expect(fault).toMatch(/^This CSV has no column "y{150}"\. The columns are: "x{99}0", "x+…\.$/)
    expect(fault.length).toBeLessThan(450)
  })
})

test('cells after the last column get columns, and a row with too many cells is unreadable', async () => {
  const { items, columns } = await read(`url,b\n1,2,3,,\n${','.repeat(100_000)}5\n`)
  expect(columns).toEqual(['url', 'b', 'Column 3'])
  expect(items).toEqual([
    ['url', 'b'],
    ['1', '2', '3'],
    [0, 'This row has too many cells. The limit is 200.', expect.stringMatching(/^,{199}/)],
  ])
})

describe('the headings of a CSV', () => {
  const csv =
    'Kundenliste – Stand 11/2026\n\nKunde;Adresse;Land;Maps\nCafé Anna;Hauptstr. 5;DE;ChIJj61dQgK6j4AR4GeTYWZsKWw\n'
  const layout = {
    headingRow: 3,
    column: 'Maps',
    nameColumn: 'Kunde',
    addressColumns: ['Adresse'],
    countryColumn: 'Land',
    referenceColumn: '',
  }

  test('are found below a title and a blank row, which are rows, and columns are guessed', async () => {
    const lines = await read(csv)
    expect(lines.layout).toEqual(layout)
    expect(lines.items.map((item) => (item as string[]).length)).toEqual([1, 0, 4, 4])
  })

  test('are where the caller says, or nowhere', async () => {
    expect((await read(csv, { headingRow: 3 })).layout).toEqual(layout)
    const without = await read(csv, { headingRow: 0, column: 'Column 4', nameColumn: '', addressColumns: [] })
    expect(without.columns).toEqual(['Column 1', 'Column 2', 'Column 3', 'Column 4'])
    expect(without.layout).toMatchObject({ headingRow: 0, nameColumn: '', addressColumns: [] })
    expect((await read(csv, { column: 'Column 4' })).layout.headingRow).toBe(0)
    expect(await faultOf(csv, { headingRow: 5 })).toMatch(/^heading_row: Send the number of one of the first 50 rows/)
  })

  test('are rows of the first part only', async () => {
    expect((await read(csv, { part: 1 })).items).toHaveLength(4)
    expect((await read(`${csv}\n`, { part: 2 })).items).toEqual([
      ['Café Anna', 'Hauptstr. 5', 'DE', 'ChIJj61dQgK6j4AR4GeTYWZsKWw'],
      [],
    ])
  })

  test('of columns that Pinref added are ignored, with their cells', async () => {
    const again =
      'link,pinref_row,pinref_state,note\nChIJj61dQgK6j4AR4GeTYWZsKWw,2,found,x,more\n,3,not_sent,\n,4,not_sent,y\n'
    const { columns, items } = await read(again)
    expect(columns).toEqual(['link', 'note', 'Column 5'])
    expect(items.slice(1)).toEqual([['ChIJj61dQgK6j4AR4GeTYWZsKWw', 'x', 'more'], [''], ['', 'y']])
  })
})

test('rows and lines are read over several turns, in order, and without loss', async () => {
  const rows = Array.from({ length: 20_000 }, (_, row) => [`${row}`, `a "quoted"\n${row}`])
  const quoted = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
  expect((await read(`url;b\n${quoted.join('\n')}`)).items.slice(1)).toEqual(rows)
  expect((await read(rows.map((row) => JSON.stringify({ url: row[0] })).join('\n'))).items).toHaveLength(20_000)
})

describe('JSON that is nested too deeply', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

  test('is rejected within an array of lines', async () => {
    expect(await faultOf(`["a", {"url": "b", "more": ${deep}}]`)).toBe('Nest JSON at most 32 levels deep.')
  })

  test('makes a line of JSON Lines unreadable', async () => {
    const { items } = await read(`{"url":"a"}\n{"url":"b","more":${deep}}`)
    expect(items).toEqual([{ url: 'a' }, [0, 'Nest JSON at most 32 levels deep.', '']])
  })
})

test('a file that is not text is rejected', async () => {
  expect(await faultOf('PK\u0003\u0004\0\0')).toMatch(/not text/)
})
