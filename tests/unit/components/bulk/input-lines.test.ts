import { describe, expect, it, test } from 'vitest'
import {
  groupLabel,
  groupSkipped,
  isUnreadableLine,
  listLines,
  maxLines,
  mayBeTable,
  planBulk,
  textOf,
} from '@/components/bulk/input-lines'
import type { DetailLevel } from '@/server/listings/resolve'

const colosseum = 'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg'
const desktopLink =
  'https://www.google.com/maps/place/Colosseum/@41.8902102,12.4922309,17z/data=!4m6!3m5!1s0x132f61b6532013ad:0x28f1c82e908503c4'
const plan = (text: string, details: DetailLevel = 'none') => planBulk({ lines: listLines(text), columns: [] }, details)

describe('planBulk', () => {
  it('looks up each listing once, even if several lines name it in different forms', () => {
    const { lines, jobs } = plan(
      `${colosseum}\n\n0x132f61b6532013ad:0x28f1c82e908503c4\n https://maps.app.goo.gl/abc?g_st=x\nhttps://maps.app.goo.gl/abc`,
    )
    expect(jobs).toEqual([
      { operation: 'resolve', url: colosseum },
      { operation: 'resolve', url: 'https://maps.app.goo.gl/abc?g_st=x' },
    ])
    expect(lines.map(({ number, job, sameAs }) => [number, job, sameAs])).toEqual([
      [1, 0, null],
      [3, 0, 1],
      [4, 1, null],
      [5, 1, 4],
    ])
  })

  it('looks up a bare CID separately from the place id of the same listing', () => {
    expect(plan(`2950359333223072708\n${colosseum}`).jobs).toHaveLength(2)
  })

  it('makes no lookup for a line that names no listing, and says why', () => {
    const { lines, jobs } = plan(`${colosseum}\nhttps://example.com/\nSome name\n${colosseum}x`)
    expect(jobs).toHaveLength(1)
    expect(lines.map(({ fault }) => fault !== null)).toEqual([false, true, true, true])
    expect(lines[1]?.fault).toContain('example.com')
    expect(lines[2]?.fault).toBe('This is a name. Names are looked up only with “With ratings”.')
  })

  it('searches for a repeated name only once if full details are requested', () => {
    const text = "Joe's Pizza, 7 Carmine St, New York\n\nJoe's Pizza, 7 Carmine St, New York"
    const { lines, jobs } = plan(text, 'full')
    expect(jobs).toEqual([{ operation: 'search', name: "Joe's Pizza, 7 Carmine St, New York" }])
    expect(lines.map(({ job, sameAs }) => [job, sameAs])).toEqual([
      [0, null],
      [0, 1],
    ])
  })

  it('reports a CID that a spreadsheet has rounded instead of searching for it', () => {
    const { jobs, lines } = plan('2.95036E+18\n2,95036E+18', 'full')
    expect(jobs).toEqual([])
    expect(lines[0]?.fault).toContain('rounded')
  })

  it('takes a thousand lines and counts the rest', () => {
    const text = Array.from({ length: maxLines + 3 }, (_, index) => `1${String(index).padStart(18, '0')}`).join('\r\n')
    const { lines, jobs, dropped } = plan(text)
    expect([lines.length, jobs.length, dropped]).toEqual([maxLines, maxLines, 3])
  })
})

describe('listLines', () => {
  it('drops a heading and keeps the line numbers', () => {
    expect(listLines(`url\n${colosseum}`)).toEqual([{ number: 2, text: colosseum }])
    expect(listLines('Some name')).toEqual([{ number: 1, text: 'Some name' }])
  })
})

describe('mayBeTable', () => {
  it.each([
    `${desktopLink}\nhttps://example.com/`,
    `https://example.com/a,b\n${desktopLink}`,
    `A, B: ${desktopLink}`,
    colosseum,
    '',
  ])('takes %j for a list', (text) => {
    expect(mayBeTable(text)).toBe(false)
  })

  it.each([`name,url\nA,${colosseum}`, `"A, B",${colosseum}`, `A\t${colosseum}`, `a;b\n1;${colosseum}`])(
    'takes %j for a possible table',
    (text) => {
      expect(mayBeTable(text)).toBe(true)
    },
  )
})

describe('textOf', () => {
  it('writes lines as they are, and a table with tabs between its cells', () => {
    expect(textOf(plan('1\n2'))).toBe('1\n2')
    const lines = [{ number: 2, text: '1', cells: ['A\tB', '1'] }]
    expect(textOf(planBulk({ lines, columns: ['shop', 'cid'] }, 'none'))).toBe('shop\tcid\nA B\t1')
  })
})

const text = [
  ...['https://example.com/', 'https://maps.app.goo.gl/', 'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg', 'Cafe Roma', '2.95036E+18'],
  ...['https://www.google.com/maps/dir/Rome/Milan', 'https://example.org/', '41.89, 12.49', 'ChIJrRMgU7ZhLxMRxAO'],
  ...['ChIJrRMgU7ZhLxMRxAOFkC7I8Sg ChIJaXQRs6lZwokRY6EFpJnhNNE', '!!!', 'https://maps.google.com/?cid=295035…'],
].join('\n')
const planned = (details: 'none' | 'full') => planBulk({ lines: listLines(text), columns: [] }, details).lines

test('lines that are not looked up are grouped by cause, names first and then the larger groups', () => {
  const groups = groupSkipped(planned('none'))
  expect(groups.map((group) => [groupLabel(group), group.lines.map(({ number }) => number)])).toEqual([
    ['1 name', [4]],
    ['2 not Google Maps', [1, 7]],
    ['2 cut off', [2, 12]],
    ['2 damaged', [5, 9]],
    ['2 without a single listing', [6, 8]],
    ['1 with several listings', [10]],
    ['1 not recognized', [11]],
  ])
})

test('names are no fault, and are looked up with full details', () => {
  expect(planned('none').filter(isUnreadableLine)).toHaveLength(10)
  expect(groupSkipped(planned('full')).map(({ cause }) => cause)).not.toContain('name')
  expect(planned('full').filter(isUnreadableLine)).toHaveLength(10)
})
