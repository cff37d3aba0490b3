import { expect, test } from 'vitest'
import { exampleCid, exampleLinks } from '@/server/places/sources/google/verdict'

test.each([
  ['maps.app.goo.gl', 7],
  ['goo.gl', 1],
  ['g.page', 3],
  ['cid_link', 1],
  ['share.google', 0],
] as const)('%s is checked with at most 20 links, including %i with a known listing', (capability, count) => {
  const links = exampleLinks(capability)
  expect(links.filter(({ cid }) => cid !== null)).toHaveLength(count)
  expect(links.length).toBeGreaterThan(0)
  expect(links.length).toBeLessThanOrEqual(20)
})

test('the CID used in the check is Google Sydney’s', () => {
  expect(exampleCid).toBe(10281119596374313554n)
})
