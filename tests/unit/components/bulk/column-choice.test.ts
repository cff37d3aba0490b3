import { expect, test } from 'vitest'
import { shownColumns } from '@/components/bulk/column-choice'

const shown = (width: number, chosen: Array<number | null>) =>
  shownColumns(width, chosen).map(({ index, fitsPhone }) => (fitsPhone ? index : `${index} on a desktop`))

test('the preview of a wide table has the chosen columns, and the first ones beside them', () => {
  expect(shown(2, [null, null])).toEqual([0, 1])
  expect(shown(12, [9, null])).toEqual([0, 1, '2 on a desktop', '3 on a desktop', 9])
  expect(shown(12, [9, 2])).toEqual([0, '1 on a desktop', 2, '3 on a desktop', 9])
})
