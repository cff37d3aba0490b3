import { describe, expect, it } from 'vitest'
import { addressColumn, hasNames, isMoreLikeList, readTable, tableLines } from '@/components/bulk/table'

const placeIds = ['ChIJrRMgU7ZhLxMRxAOFkC7I8Sg', 'ChIJaXQRs6lZwokRY6EFpJnhNNE']
const desktopLink =
  'https://www.google.com/maps/place/Colosseum/@41.8902102,12.4922309,17z/data=!4m6!3m5!1s0x132f61b6532013ad:0x28f1c82e908503c4'

describe('readTable', () => {
  it('finds the column with links by its cells', () => {
    const table = readTable(`\ufeffid,name,Maps link\n1,"A, B","${desktopLink}"\n2,C,${placeIds[1]}\n3,D,\n`)
    expect(table?.columns.map(({ name }) => name)).toEqual(['id', 'name', 'Maps link'])
    expect(table?.column).toBe(2)
    expect(table && tableLines(table, 2)).toEqual({
      columns: ['id', 'name', 'Maps link'],
      lines: [
        { number: 2, text: desktopLink, cells: ['1', 'A, B', desktopLink], key: JSON.stringify([desktopLink, '']) },
        { number: 3, text: placeIds[1], cells: ['2', 'C', placeIds[1]], key: JSON.stringify([placeIds[1], '']) },
      ],
    })
  })

  it('reads tables with semicolons or tabs, and without headings', () => {
    for (const separator of [';', '\t']) {
      const table = readTable(placeIds.map((id, index) => `Shop ${index}${separator}${id}`).join('\n'))
      expect(table).toMatchObject({ hasHeadings: false, column: 1 })
      expect(table && tableLines(table, 1).lines.map(({ text }) => text)).toEqual(placeIds)
    }
  })

  it('selects no column if two columns or none have links', () => {
    expect(readTable(`a,b\n${placeIds[0]},${placeIds[1]}\n${placeIds[1]},${placeIds[0]}`)?.column).toBeNull()
    expect(readTable('a,b\nx,y\nz,w')?.column).toBeNull()
  })

  it('selects the column by its heading if the cells are ambiguous', () => {
    expect(readTable('id,name,city\n1,Joe’s Pizza,New York\n2,Moe’s,LA')?.column).toBe(1)
    expect(readTable('name,link\nA,https://example.com/1\nB,https://example.com/2')?.column).toBe(1)
    expect(readTable('name,business\nA,B\nC,D')?.column).toBeNull()
  })

  it('joins a name with the address in its row', () => {
    const table = readTable(`name,street address\nJoe’s,7 Carmine St\n${placeIds[0]},Rome\nMoe’s,`)
    if (!table) throw new Error('no table')
    expect(readTable('name,city\nJoe’s,New York')).toSatisfy((table) => addressColumn(table, 0) === null)
    expect([hasNames(table, 0), hasNames(table, 1), addressColumn(table, 0)]).toEqual([false, true, 1])
    expect(tableLines(table, 0, 1).lines.map(({ text }) => text)).toEqual(['Joe’s, 7 Carmine St', placeIds[0], 'Moe’s'])
  })

  it('numbers a heading that appears twice', () => {
    const table = readTable('link,a,a\n1,2,3')
    expect(table && tableLines(table, 0).columns).toEqual(['link', 'a', 'a 2'])
  })

  it('detects a list rather than a table if no column has links', () => {
    const names = readTable("Joe's Pizza, 7 Carmine St, New York\nMoe's, 1 Main St, Springfield")
    expect(names && isMoreLikeList(names)).toBe(true)
    const links = readTable(`a,b\n${placeIds[0]},${placeIds[1]}\n${placeIds[1]},${placeIds[0]}`)
    expect(links && isMoreLikeList(links)).toBe(false)
  })

  it('selects the column that has links in more of its rows', () => {
    const rows = Array.from({ length: 6 }, (_, index) => `${index === 0 ? placeIds[0] : ''},${placeIds[1]}`)
    expect(readTable(`a,b\n${rows.join('\n')}`)?.column).toBe(1)
  })

  it('detects no table if every line has one cell', () => {
    expect(readTable(placeIds.join('\n'))).toBeNull()
  })
})
