import { describe, expect, test } from 'vitest'
import { formatOf, readLines } from '@/server/batches/read-lines'

const none = { column: '', addressColumn: '', countryColumn: '' }
const read = (text: string, names = {}) => readLines(text, formatOf(text), { ...none, ...names })
const faultOf = (text: string, names = {}) => {
  try {
    read(text, names)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

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
  test('has strings and objects as its lines; any other value is an unreadable line', () => {
    const { items } = read('["a", {"url": "b", "id": 7}, 12345678901234567890, null, ["c"]]')
    expect(items.slice(0, 2)).toEqual(['a', { url: 'b', id: 7 }])
    expect(items.slice(2)).toEqual([
      [0, expect.stringMatching(/lose digits/), expect.any(String)],
      [0, expect.stringMatching(/string or an object/), 'null'],
      [0, expect.any(String), '["c"]'],
    ])
  })

  test('that is cut off is refused', () => {
    expect(faultOf('["a", "b')).toMatch(/not JSON/)
  })
})

describe('JSON Lines', () => {
  test('may have an unreadable line among others, and its blank lines are skipped', () => {
    const { items } = read('{"url":"a"}\r\n\r\n{"url":\n"b"\n')
    expect(items).toEqual([{ url: 'a' }, [0, 'This line is not JSON.', '{"url":'], 'b'])
  })

  test('without a single line of JSON is refused', () => {
    expect(() => readLines('{a}\nb', 'jsonl', none)).toThrow(/No line/)
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
  ])('%j is read', (text, items) => {
    expect(read(text, { column: 'b' })).toEqual({ items, columns: ['a', 'b'] })
  })

  test('is refused if it lacks a column that was named', () => {
    expect(faultOf('a,b\n1,2', { column: 'c' })).toBe('This CSV has no column "c". It has "a", "b".')
    expect(faultOf('url,b\n1,2', { addressColumn: 'address' })).toMatch(/no column "address"/)
  })

  test('needs a named column only if it is not clear which one to look up', () => {
    expect(faultOf('a,b\n1,2')).toMatch(/Say with column/)
    expect(faultOf('only\n1')).toBeNull()
    expect(faultOf('a,place_id\n1,2')).toBeNull()
  })

  test('with a quote that is never closed is refused', () => {
    expect(faultOf('url,b\n"1,2\n3,4')).toMatch(/never closed/)
  })
})

test('a file that is not text is refused', () => {
  expect(faultOf('PK\u0003\u0004\0\0')).toMatch(/no text/)
})
