import { expect, test } from 'vitest'
import { newWorkbook, readWorkbook, writeWorkbook } from '@/server/features/lists/workbook'

const cid = '17759648132674796470'

test('a sheet of 20,000 rows and 50 columns comes back equal, cell by cell, with columns added', async () => {
  const list = Array.from({ length: 20_000 }, (_, row) =>
    Array.from({ length: 50 }, (_, column) =>
      column % 5 === 0 && row > 0 ? row * column + 0.5 : `Straße ${row}, ${column}`,
    ),
  )
  const columns = [{ heading: 'pinref_cid', cells: () => cid }]
  const bytes = await writeWorkbook(await newWorkbook(list), 0, { headingRow: 1, columns })
  const rows = (await readWorkbook(bytes)).sheets[0]?.rows
  expect(rows?.length).toBe(list.length)
  const different = list.findIndex((cells, row) => {
    const expected = [...cells, row === 0 ? 'pinref_cid' : cid]
    return expected.join('\t') !== rows?.[row]?.join('\t')
  })
  expect(different).toBe(-1)
}, 240_000)
