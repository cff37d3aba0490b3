import { describe, expect, it, test } from 'vitest'
import {
  groupLabel,
  groupUnreadable,
  isSent,
  type LookupChoices,
  maxLookups,
  noChoices,
  planBulk,
  textOf,
} from '@/components/bulk/input-lines'
import { listLines } from '@/components/bulk/read-lines'
import { planWithout, readInput } from './read-input'

const colosseum = 'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg'
const all: LookupChoices = { listing: true, checked: true, short_link: true, name: true }
const read = (text: string) => readInput(listLines(text))
const plan = (text: string, choices: LookupChoices = all) => planBulk(read(text), choices)

describe('planBulk', () => {
  it('looks up each listing once, even if several lines identify it in different forms', () => {
    const { lines, jobs, jobOf } = plan(
      `${colosseum}\n\n0x132f61b6532013ad:0x28f1c82e908503c4\n https://maps.app.goo.gl/abc?g_st=x\nhttps://maps.app.goo.gl/abc`,
    )
    expect(jobs).toEqual([
      { operation: 'resolve', url: colosseum, details: 'full' },
      { operation: 'resolve', url: 'https://maps.app.goo.gl/abc?g_st=x', details: 'full' },
    ])
    expect(lines.map(({ number, first }, index) => [number, jobOf[index], first])).toEqual([
      [1, 0, 0],
      [3, 0, 0],
      [4, 1, 2],
      [5, 1, 2],
    ])
  })

  it('looks up a bare CID separately from the place id of the same listing', () => {
    expect(plan(`2950359333223072708\n${colosseum}`).jobs).toHaveLength(2)
  })

  it('makes only the selected lookups', () => {
    const text = `${colosseum}\nhttps://maps.app.goo.gl/abc\nSome name`
    expect(plan(text, noChoices).jobs).toEqual([])
    expect(plan(text, { ...noChoices, checked: true }).jobs).toEqual([
      { operation: 'resolve', url: colosseum, details: 'checked' },
    ])
    expect(plan(text, { ...noChoices, short_link: true }).jobs).toEqual([
      { operation: 'resolve', url: 'https://maps.app.goo.gl/abc', details: 'none' },
    ])
    expect(plan(text, { ...noChoices, name: true }).jobs).toEqual([{ operation: 'search', name: 'Some name' }])
  })

  it('makes no lookup for a line that doesn’t point to a listing, and explains why', () => {
    const { lines, jobs } = plan(`${colosseum}\nhttps://example.com/\n${colosseum}x`)
    expect(jobs).toHaveLength(1)
    expect(lines.map(({ fault }) => fault !== null)).toEqual([false, true, true])
    expect(lines[1]?.fault).toContain('example.com')
  })

  it('searches for a repeated name only once', () => {
    const text = "Joe's Pizza, 7 Carmine St, New York\n\nJoe's Pizza, 7 Carmine St, New York"
    const { jobs, jobOf } = plan(text)
    expect(jobs).toEqual([{ operation: 'search', name: "Joe's Pizza, 7 Carmine St, New York" }])
    expect(jobOf).toEqual([0, 0])
  })

  it('reports a CID that a spreadsheet has rounded instead of searching for it', () => {
    const { jobs, lines } = plan('2.95036E+18\n2,95036E+18')
    expect(jobs).toEqual([])
    expect(lines[0]?.fault).toContain('rounded')
  })

  it('plans a thousand lookups, counts the rest, and plans the rest once the first lookups have results', () => {
    const text = Array.from({ length: maxLookups + 3 }, (_, index) => `1${String(index).padStart(17, '0')}7`).join(
      '\r\n',
    )
    const first = plan(text)
    expect([first.lines.length, first.jobs.length, first.dropped]).toEqual([maxLookups + 3, maxLookups, 3])
    const finished = new Set(first.jobs.map((job) => JSON.stringify(job)))
    const next = planBulk(read(text), all, (job) => finished.has(JSON.stringify(job)))
    expect([next.jobs.length, next.dropped]).toEqual([maxLookups + 3, 0])
  })

  it('keeps a completed lookup that is no longer selected', () => {
    const { jobs } = planBulk(read(colosseum), noChoices, (job) => 'details' in job && job.details === 'full')
    expect(jobs).toEqual([{ operation: 'resolve', url: colosseum, details: 'full' }])
  })
})

test('a batch gets the selected lines and the free lines', () => {
  const { lines } = read(
    `${colosseum}\nhttps://maps.app.goo.gl/abc\nSome name\nhttps://example.com/\nhttps://maps.google.com/?cid=295035…\n5822041866838060000`,
  )
  const sent = (choices: Partial<LookupChoices>) =>
    lines.filter((line) => isSent(line, { ...noChoices, ...choices })).map(({ kind }) => kind)
  expect(sent({ short_link: true })).toEqual(['short_link', 'name', 'other_site', 'cut', 'rounded'])
  expect(sent({ listing: true })).toEqual(['listing', 'other_site'])
  expect(sent({ checked: true })).toEqual(['listing', 'name', 'other_site'])
  expect(sent({ name: true })).toEqual(['name', 'other_site'])
})

test('lines are written unchanged, and a table is written with tabs between cells', () => {
  expect(textOf(plan('1\n2'))).toBe('1\n2')
  const lines = [{ number: 2, text: '1', cells: ['A\tB', '1'] }]
  expect(textOf(planWithout(lines, ['shop', 'cid']))).toBe('shop\tcid\nA B\t1')
})

test('lines that can’t be read are grouped by cause, largest groups first', () => {
  const text = [
    ...['https://example.com/', 'https://maps.app.goo.gl/', 'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg', 'Cafe Roma', '2.95036E+18'],
    ...['https://www.google.com/maps/dir/Rome/Milan', 'https://example.org/', '41.89, 12.49', 'ChIJrRMgU7ZhLxMRxAO'],
    ...['ChIJrRMgU7ZhLxMRxAOFkC7I8Sg ChIJaXQRs6lZwokRY6EFpJnhNNE', '!!!', 'https://maps.google.com/?cid=295035…'],
  ].join('\n')
  const groups = groupUnreadable(read(text).lines)
  expect(groups.map((group) => [groupLabel(group), group.lines.map(({ number }) => number)])).toEqual([
    ['2 not Google Maps', [1, 7]],
    ['2 cut off', [2, 12]],
    ['2 without a listing', [6, 8]],
    ['1 possibly rounded', [5]],
    ['1 damaged', [9]],
    ['1 with several listings', [10]],
    ['1 not recognized', [11]],
  ])
})
