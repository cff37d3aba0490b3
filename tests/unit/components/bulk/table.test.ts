import { describe, expect, it } from 'vitest'
import { columnLines, readTable } from '@/components/bulk/table'

const placeIds = ['ChIJrRMgU7ZhLxMRxAOFkC7I8Sg', 'ChIJaXQRs6lZwokRY6EFpJnhNNE']
const desktopLink =
  'https://www.google.com/maps/place/Colosseum/@41.8902102,12.4922309,17z/data=!4m6!3m5!1s0x132f61b6532013ad:0x28f1c82e908503c4'

describe('readTable', () => {
  it('finds the column with the links by what is in it', () => {
    const table = readTable(`\ufeffid,name,Maps link\n1,"A, B","${desktopLink}"\n2,C,${placeIds[1]}\n3,D,\n`)
    expect(table?.columns.map(({ name }) => name)).toEqual(['id', 'name', 'Maps link'])
    expect(table?.column).toBe(2)
    expect(table && columnLines(table, 2)).toEqual([
      { number: 2, text: desktopLink },
      { number: 3, text: placeIds[1] },
    ])
  })

  it('reads semicolons, tabs, and a table without headings', () => {
    for (const separator of [';', '\t']) {
      const table = readTable(placeIds.map((id, index) => `Shop ${index}${separator}${id}`).join('\n'))
      expect(table).toMatchObject({ hasHeadings: false, column: 1 })
      expect(table && columnLines(table, 1).map(({ text }) => text)).toEqual(placeIds)
    }
  })

  it('leaves the choice to the reader where two columns have links, or none has', () => {
    expect(readTable(`a,b\n${placeIds[0]},${placeIds[1]}\n${placeIds[1]},${placeIds[0]}`)?.column).toBeNull()
    expect(readTable('a,b\nx,y\nz,w')?.column).toBeNull()
  })

  it('prefers the column that names more of its rows', () => {
    const rows = Array.from({ length: 6 }, (_, index) => `${index === 0 ? placeIds[0] : ''},${placeIds[1]}`)
    expect(readTable(`a,b\n${rows.join('\n')}`)?.column).toBe(1)
  })

  it('is none where every line has one cell', () => {
    expect(readTable(placeIds.join('\n'))).toBeNull()
  })
})
