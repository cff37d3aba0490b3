import { expect, test } from 'vitest'
import { guessColumns } from '@/server/features/lists/columns'
import { headingRow } from '@/server/features/lists/headings'
import { stepsOf } from '../links/steps'

test.each([
  ['finding the headings', (list: string[][], _: string[]) => headingRow(list)],
  ['guessing the columns', (list: string[][], names: string[]) => guessColumns(names, list)],
])('%s of a wide list takes steps for few of its rows', (_, examine) => {
  const steps = (count: number) => {
    const list = Array.from({ length: count }, (_, row) =>
      Array.from({ length: 200 }, (_, column) => `${row}.a/${column}`),
    )
    const names = list[0]?.map((_, column) => `Column ${column + 1}`) ?? []
    return stepsOf(() => examine(list, names))
  }
  expect(steps(50)).toBeLessThan(2.5 * steps(10))
})
