import { describe, expect, it, test } from 'vitest'
import { maxLookups } from '@/components/bulk/limits'
import { groupLabel, groupUnreadable, type LookupChoices, noChoices, planBulk, textOf } from '@/components/bulk/plan'
import { env } from '@/server/platform/settings/env'
import { planOf, readList, readTable } from './read-input'

const colosseum = 'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg'
const all: LookupChoices = { ...noChoices, listing: true, checked: true, short_link: true, name: true }
const plan = (text: string, choices: Partial<LookupChoices> = all) => planOf(readList(text), choices)

describe('planBulk', () => {
  it('looks up each listing once, even if several rows identify it in different forms', () => {
    const { rows, jobs, jobOf } = plan(
      `${colosseum}\n\n0x132f61b6532013ad:0x28f1c82e908503c4\n https://maps.app.goo.gl/abc?g_st=x\nhttps://maps.app.goo.gl/abc`,
    )
    const resolve = { operation: 'resolve', details: 'full', fallback: null }
    expect(jobs).toEqual([
      { ...resolve, url: colosseum },
      { ...resolve, url: 'https://maps.app.goo.gl/abc?g_st=x' },
    ])
    expect(rows.map(({ number, first }, index) => [number, jobOf[index], first])).toEqual([
      [1, 0, 0],
      [2, -1, 1],
      [3, 0, 0],
      [4, 1, 3],
      [5, 1, 3],
    ])
  })

  it('looks up the row with the most identifiers for all rows with the same CID', () => {
    const { jobs, jobOf } = plan(`2950359333223072708\n${colosseum}`)
    expect([jobs.map((job) => 'url' in job && job.url), jobOf]).toEqual([[colosseum], [0, 0]])
  })

  it('makes only the selected lookups', () => {
    const text = `${colosseum}\nhttps://maps.app.goo.gl/abc\nSome name`
    expect(plan(text, {}).jobs).toEqual([])
    expect(plan(text, { checked: true }).jobs).toMatchObject([{ url: colosseum, details: 'checked' }])
    expect(plan(text, { short_link: true }).jobs).toMatchObject([
      { operation: 'resolve', url: 'https://maps.app.goo.gl/abc', details: 'none' },
    ])
    expect(plan(text, { name: true }).jobs).toEqual([{ operation: 'search', name: 'Some name', country: null }])
  })

  it('makes no lookup for a row that doesn’t point to a listing, and explains why', () => {
    const { rows, jobs } = plan(`${colosseum}\nhttps://example.com/\n${colosseum}x`)
    expect(jobs).toHaveLength(1)
    expect(rows.map(({ fault }) => fault !== null)).toEqual([false, true, true])
    expect(rows[1]?.fault).toContain('example.com')
  })

  it('searches for the name, with the address and country, where a link is missing, broken, or leads to no listing', () => {
    const table = readTable(
      [
        'Name,Link,Street,City,Country',
        'Café Anna,,Via 1,Rome,Italien',
        'Lux,https://example.com/,,Köln,',
        'Luna,https://maps.app.goo.gl/abc,,,',
        `Colosseum,${colosseum},,,`,
        ',https://example.com/,,,',
        'Café Anna,,Via 1,Rome,IT',
      ].join('\n'),
    )
    expect(planOf(table, { short_link: true, name: true }).jobs).toEqual([
      { operation: 'search', name: 'Café Anna, Via 1, Rome', country: 'IT' },
      { operation: 'search', name: 'Lux, Köln', country: null },
      {
        operation: 'resolve',
        url: 'https://maps.app.goo.gl/abc',
        details: 'none',
        fallback: { name: 'Luna', country: null },
      },
    ])
    expect(planOf(table, { short_link: true }).jobs).toMatchObject([{ operation: 'resolve', fallback: null }])
    expect(table.counts.lookups).toEqual({ listing: 1, short_link: 1, name: 2 })
  })

  it('searches for a repeated name only once', () => {
    const text = "Joe's Pizza, 7 Carmine St, New York\n\nJoe's Pizza, 7 Carmine St, New York"
    const { jobs, jobOf } = plan(text)
    expect(jobs).toEqual([{ operation: 'search', name: "Joe's Pizza, 7 Carmine St, New York", country: null }])
    expect(jobOf).toEqual([0, -1, 0])
  })

  it('reports a CID that a spreadsheet has rounded instead of searching for it', () => {
    const { jobs, rows } = plan('2.95036E+18\n2,95036E+18')
    expect(jobs).toEqual([])
    expect(rows[0]?.fault).toContain('rounded')
  })

  it('plans a thousand lookups, counts the rest, and plans the rest once the first lookups have results', () => {
    const text = Array.from({ length: maxLookups + 3 }, (_, index) => `1${String(index).padStart(17, '0')}1`).join(
      '\r\n',
    )
    const first = plan(text)
    expect([first.rows.length, first.jobs.length, first.dropped]).toEqual([maxLookups + 3, maxLookups, 3])
    const next = planBulk(readList(text).list, env(), all, first.jobs)
    expect([next.jobs.length, next.dropped]).toEqual([maxLookups + 3, 0])
  })

  it('keeps a completed lookup that is no longer selected', () => {
    const { jobs } = plan(colosseum, { listing: true, language: 'ja' })
    expect(jobs).toMatchObject([{ operation: 'resolve', url: colosseum, details: 'full', language: 'ja' }])
    expect(planBulk(readList(colosseum).list, env(), { ...noChoices, language: 'de' }, jobs).jobs).toEqual(jobs)
  })

  it('looks up names again in another language, but not what has no name', () => {
    const languagesOf = (choices: Partial<LookupChoices>) =>
      plan(`${colosseum}\nJoe's Pizza`, { ...choices, language: 'ja' }).jobs.map(({ language }) => language)
    expect(languagesOf({ listing: true, name: true })).toEqual(['ja', 'ja'])
    expect(languagesOf({ checked: true })).toEqual([undefined])
    const inJapanese = { ...noChoices, listing: true, language: 'ja' }
    const first = planBulk(readList(colosseum).list, env(), inJapanese)
    const again = planBulk(readList(colosseum).list, env(), { ...inJapanese, language: 'de' }, first.jobs)
    expect(again.jobs).toMatchObject([{ language: 'de' }])
  })
})

test('lines are written unchanged, and a table is written with tabs between cells, and quotes where needed', () => {
  expect(textOf(readList('1\n\n2').list)).toBe('1\n\n2')
  const table = `Titel\tx\nshop\tcid\n"A\t""B"""\t${colosseum}`
  expect(textOf(readTable(table).list)).toBe(table)
})

test('rows that can’t be read are grouped by cause, largest groups first', () => {
  const text = [
    ...['https://example.com/', 'https://maps.app.goo.gl/', 'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg', 'Cafe Roma', '2.95036E+18'],
    ...['https://www.google.com/maps/dir/Rome/Milan', 'https://example.org/', '41.89, 12.49', 'ChIJrRMgU7ZhLxMRxAO'],
    ...['ChIJrRMgU7ZhLxMRxAOFkC7I8Sg ChIJaXQRs6lZwokRY6EFpJnhNNE', '!!!', 'https://maps.google.com/?cid=295035…'],
  ].join('\n')
  const groups = groupUnreadable(readList(text).list.rows)
  expect(groups.map((group) => [groupLabel(group), group.rows.map(({ number }) => number)])).toEqual([
    ['2 not Google Maps', [1, 7]],
    ['2 cut off', [2, 12]],
    ['2 without a listing', [6, 8]],
    ['1 possibly rounded', [5]],
    ['1 damaged', [9]],
    ['1 with several listings', [10]],
    ['1 not recognized', [11]],
  ])
})
