import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase64Url, encodeBase64Url } from '@/server/identifiers/base64url'

test('writes what every other implementation reads', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const text = Buffer.from(bytes).toString('base64url')
      expect(encodeBase64Url(bytes)).toBe(text)
      expect(decodeBase64Url(text)).toEqual(bytes)
    }),
  )
})

test.each(['A', 'AAAAA', 'AB', 'AAB', 'AA==', 'A A', 'A+AA', 'A/AA', 'é', '\ud800'])('%j is refused', (text) => {
  expect(decodeBase64Url(text)).toBeNull()
})
