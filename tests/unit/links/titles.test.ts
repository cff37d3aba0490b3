import { describe, expect, test } from 'vitest'
import { decodeName, isCoordinates, nodeText, titleFrom } from '@/server/places/links/place-names'

describe('a name in a link is decoded to the listing’s title', () => {
  test.each([
    ['Caf%C3%A9+Lamour', 'Café Lamour'],
    ['FECAP+-+Fundação', 'FECAP - Fundação'],
    ['A%26B%2FC%2BD', 'A&B/C+D'],
    ['%22%D0%A3+%D1%81%D0%BE%D1%81%D0%B5%D0%B4%D0%B0%22', '"У соседа"'],
    ['%E6%9D%BE%E6%9C%AC%E5%9F%8E', '松本城'],
    ['++Joe%00%0AX+', 'Joe X'],
    ['Salty%20Salon%20+%20Goods', 'Salty Salon + Goods'],
    ['Salty+Salon+%2B+Goods', 'Salty Salon + Goods'],
    ['7-Eleven', '7-Eleven'],
    ['45%C2%B0+Bar', '45° Bar'],
    ['\ud83c\udf55+Pizza', '🍕 Pizza'],
    ['a'.repeat(300), 'a'.repeat(300)],
  ])('%s', (raw, title) => {
    expect(titleFrom(decodeName(raw))).toBe(title)
  })
})

describe('text that cannot be a title is rejected', () => {
  test.each([
    [''],
    ['+'],
    ["''"],
    ['%E9'],
    ['50.08,14.42'],
    ['-33.8688,+151.2093'],
    ["49%C2%B016'12.8%22N+14%C2%B002'46.4%22E"],
    ['49%C2%B016'],
    ['ChIJ3S-JXmauEmsRUcIaWtf4MzE'],
    ['0x6b12ae665e892fdd:0x3133f8d75a1ac251'],
    ['a'.repeat(301)],
    ['\ud800'],
  ])('%j', (raw) => {
    expect(titleFrom(decodeName(raw))).toBeNull()
  })
})

test('a base64 name in an embed is decoded, or rejected if it is invalid', () => {
  const node = (value: string) => ({ path: '1.3.1.2', type: 'z', value })
  expect(nodeText(node('QmHFgnRleA'))).toBe('Bałtex')
  expect(nodeText(node('QmHFgnRleCE%3D'))).toBe('Bałtex!')
  expect(nodeText(node('!'))).toBeNull()
})

test('coordinates are distinguished from names and numbers', () => {
  expect(['50.08,14.42', '50, 14', `41°19'37.2"N 19°49'04.8"E`].map(isCoordinates)).toEqual([true, true, true])
  expect(['24 7', '1,234,567', '50.08', 'Route 5, 12', '1234,5'].map(isCoordinates)).toEqual(Array(5).fill(false))
})
