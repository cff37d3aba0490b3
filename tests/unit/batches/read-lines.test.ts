import { describe, expect, test } from 'vitest'
import { formatOf, readLines } from '@/server/features/batches/read-lines'

const none = { column: '', addressColumn: '', countryColumn: '' }
const read = (text: string, names = {}) => readLines(text, formatOf(text), { ...none, ...names })
const faultOf = (text: string, names = {}) =>
  read(text, names).then(
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
  test('may contain an unreadable line, and its blank lines are skipped', async () => {
    const { items } = await read('{"url":"a"}\r\n\r\n{"url":\n"b"\n')
    expect(items).toEqual([{ url: 'a' }, [0, 'This line is not JSON.', '{"url":'], 'b'])
  })

  test('is rejected if it has no valid JSON line', async () => {
    await expect(readLines('{a}\nb', 'jsonl', none)).rejects.toThrow(/None of these lines/)
  })
})

describe('CSV', () => {
  test.each([
    ['a,b\n1,"2, ""two"""\n', [['1', '2, "two"']]],
    [
      'a;b\r\n1;2\r\n\r\n3;4',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['a\tb\n1\t"2\n2"', [['1', '2\n2']]],
  ])('%j is read', async (text, items) => {
    expect(await read(text, { column: 'b' })).toEqual({ items, columns: ['a', 'b'] })
  })

  test('is rejected if it lacks a requested column', async () => {
    expect(await faultOf('a,b\n1,2', { column: 'c' })).toBe('This CSV has no column "c". The columns are: "a", "b".')
    expect(await faultOf('url,b\n1,2', { addressColumn: 'address' })).toMatch(/no column "address"/)
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
    const refusal = /^The first row of a CSV can have at most 200 column names of up to 200 characters each/
    expect(await faultOf(`url,${columns(200).join()}\n1`)).toMatch(refusal)
    expect(await faultOf(`url,${columns(300_000, 10).join()}`)).toMatch(refusal)
    expect(await faultOf(`url,${'"'.repeat(3_000_000)}`)).toMatch(refusal)
    expect(await faultOf(','.repeat(4_000_000))).toMatch(refusal)
    expect(await faultOf(`url,${columns(100, 150).join()}\n1`)).toMatch(refusal)
  })

  test('is found after empty rows, and with quoted line breaks', async () => {
    expect(await read('\n;;\n"a\nb";url\n1;2\n', {})).toEqual({ columns: ['a\nb', 'url'], items: [['1', '2']] })
  })

  test('is only partly quoted in an error', async () => {
    const names = columns(60, 100)
    const fault = (await faultOf(`${names.join()}\n1`, { column: 'y'.repeat(150) })) ?? ''
    expect(fault).toMatch(/^This CSV has no column "y{150}"\. The columns are: "x{99}0", "x+…\.$/)
    expect(fault.length).toBeLessThan(450)
  })
})

test('cells after the last column are dropped, so a row of commas takes up no memory', async () => {
  const { items } = await read(`url,b\n1,2,3,4\n${','.repeat(100_000)}5\n`)
  expect(items).toEqual([
    ['1', '2'],
    ['', ''],
  ])
})

test('rows and lines are read over several turns, in order, and without loss', async () => {
  const rows = Array.from({ length: 20_000 }, (_, row) => [`${row}`, `a "quoted"\n${row}`])
  const quoted = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
  expect((await read(`url;b\n${quoted.join('\n')}`)).items).toEqual(rows)
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
