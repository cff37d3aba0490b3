import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase64Url, encodeBase64Url } from '@/server/places/identifiers/base64url'

test('base64url is encoded and decoded the way Node.js does it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const text = Buffer.from(bytes).toString('base64url')
      expect(encodeBase64Url(bytes)).toBe(text)
      expect(decodeBase64Url(text)).toEqual(bytes)
    }),
  )
})

test.each(['A', 'AAAAA', 'AB', 'AAB', 'AA==', 'A A', 'A+AA', 'A/AA', 'é', '\ud800'])(
  '%j is rejected as base64url',
  (text) => {
    expect(decodeBase64Url(text)).toBeNull()
  },
)
