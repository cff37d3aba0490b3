import { describe, expect, it } from 'vitest'
import { listLines, maxLines, mayBeTable, planBulk } from '@/components/bulk/input-lines'

const colosseum = 'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg'
const desktopLink =
  'https://www.google.com/maps/place/Colosseum/@41.8902102,12.4922309,17z/data=!4m6!3m5!1s0x132f61b6532013ad:0x28f1c82e908503c4'
const plan = (text: string) => planBulk(listLines(text))

describe('planBulk', () => {
  it('asks for each listing once, however often and in whatever form it is named', () => {
    const { lines, jobs } = plan(
      `${colosseum}\n\n0x132f61b6532013ad:0x28f1c82e908503c4\n https://maps.app.goo.gl/abc?g_st=x\nhttps://maps.app.goo.gl/abc`,
    )
    expect(jobs.map(({ url }) => url)).toEqual([colosseum, 'https://maps.app.goo.gl/abc?g_st=x'])
    expect(lines.map(({ number, job, sameAs }) => [number, job, sameAs])).toEqual([
      [1, 0, null],
      [3, 0, 1],
      [4, 1, null],
      [5, 1, 4],
    ])
  })

  it('does not take a bare CID for the same as a place id, which has more to answer', () => {
    expect(plan(`2950359333223072708\n${colosseum}`).jobs).toHaveLength(2)
  })

  it('asks nothing for a line that names no listing, and says why', () => {
    const { lines, jobs } = plan(`${colosseum}\nhttps://example.com/\nSome name\n${colosseum}x`)
    expect(jobs).toHaveLength(1)
    expect(lines.map(({ fault }) => fault !== null)).toEqual([false, true, true, true])
    expect(lines[1]?.fault).toContain('example.com')
    expect(lines[2]?.fault).toBe('There is no link, place id or CID on this line.')
  })

  it('takes a thousand lines and tells of the rest', () => {
    const text = Array.from({ length: maxLines + 3 }, (_, index) => `1${String(index).padStart(18, '0')}`).join('\r\n')
    const { lines, jobs, dropped } = plan(text)
    expect([lines.length, jobs.length, dropped]).toEqual([maxLines, maxLines, 3])
  })
})

describe('listLines', () => {
  it('leaves a heading out, and keeps the numbers of the lines', () => {
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
    'takes %j for what may be a table',
    (text) => {
      expect(mayBeTable(text)).toBe(true)
    },
  )
})
