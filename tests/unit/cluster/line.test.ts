import { expect, test } from 'vitest'
import { lineOf } from '../../cluster/line'

test('a line through measured sizes has their slope, and the largest distance as a share of a size', () => {
  const exact = lineOf([
    [10, 125],
    [50, 525],
    [100, 1_025],
  ])
  expect(exact).toEqual({ slope: 10, deviation: 0 })
  const bent = lineOf([
    [0, 90],
    [1, 120],
    [2, 90],
  ])
  expect(bent).toEqual({ slope: 0, deviation: 20 / 120 })
})
