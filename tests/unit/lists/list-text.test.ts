import { describe, expect, it } from 'vitest'
import { tableHeadings } from '@/server/features/lists/added-columns'
import { namesListing } from '@/server/features/lists/cell-kinds'
import { decodeText, isBlank, listRows, mayBeTable, tableRows } from '@/server/features/lists/list-text'
import { csvRows, LongNumber } from '@/server/platform/runtime/csv'

const colosseum = 'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg'
const desktopLink =
  'https://www.google.com/maps/place/Colosseum/@41.8902102,12.4922309,17z/data=!4m6!3m5!1s0x132f61b6532013ad:0x28f1c82e908503c4'

describe('decodeText', () => {
  const words = 'Müller – 東京'
  it.each([
    ['UTF-8', new TextEncoder().encode(words), words],
    ['UTF-8 with a byte order mark', new TextEncoder().encode(`\ufeff${words}`), words],
    ['UTF-16, little endian', Buffer.from(`\ufeff${words}`, 'utf16le'), words],
    ['UTF-16, big endian', Buffer.from(`\ufeff${words}`, 'utf16le').swap16(), words],
    ['Windows-1252', new Uint8Array([0x4d, 0xfc, 0xdf]), 'Müß'],
  ])('reads %s', (_, bytes, expected) => {
    expect(decodeText(new Uint8Array(bytes))).toBe(expected)
  })

  it('returns null for a file that is not text', () => {
    expect(decodeText(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]))).toBeNull()
  })
})

describe('tableRows', () => {
  it('keeps blank rows, so that every row has its number, except at the end', () => {
    expect(tableRows('\ufeffa,b\n\n,\n1,2\n\n,\n')).toEqual([['a', 'b'], [''], ['', ''], ['1', '2']])
  })

  it('keeps quotes, separators, and line breaks in quoted cells', () => {
    expect(tableRows('"A, ""B""";"x\ny"\r\n1;2')).toEqual([
      ['A, "B"', 'x\ny'],
      ['1', '2'],
    ])
  })

  it('restores the cells of a results file that was written for a spreadsheet', () => {
    const headings = tableHeadings(['phone', 'sum', 'cid'])
    const own = ['+49 30 1', '=1+1', '2950359333223072708']
    const rows = [headings, [...own, new LongNumber('7'), '0x7']]
    expect(tableRows(`\ufeff${csvRows(rows)}`).map((cells) => cells.slice(0, 3))).toEqual([headings.slice(0, 3), own])
  })

  it('detects the delimiter below a title that has none', () => {
    const title = 'Kundenliste, Stand 11/2026'
    expect(tableRows(`${title}\n\nName;Ort\nA;Rom\nB;Köln`)).toEqual([
      [title],
      [''],
      ['Name', 'Ort'],
      ['A', 'Rom'],
      ['B', 'Köln'],
    ])
  })
})

it('a list has a row for each line, and blank ones keep their place', () => {
  expect(listRows(`a\r\n\n  b \n\n`)).toEqual([['a'], [''], ['b']])
  expect([isBlank(['', ' \t']), isBlank(['', 'a']), isBlank([])]).toEqual([true, false, true])
})

describe('mayBeTable', () => {
  it.each([
    `${desktopLink}\nhttps://example.com/`,
    `https://example.com/a,b\n${desktopLink}`,
    `A, B: ${desktopLink}`,
    colosseum,
    '',
  ])('is false for %j', (text) => {
    expect(mayBeTable(text, namesListing)).toBe(false)
  })

  it.each([`name,url\nA,${colosseum}`, `"A, B",${colosseum}`, `A\t${colosseum}`, `a;b\n1;${colosseum}`])(
    'is true for %j',
    (text) => {
      expect(mayBeTable(text, namesListing)).toBe(true)
    },
  )
})
