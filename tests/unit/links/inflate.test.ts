import { randomBytes } from 'node:crypto'
import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { inflateToken } from '@/server/places/links/search-links'

const text = Buffer.from('0x6b12ae665e892fdd:0x3133f8d75a1ac251')

describe('a token is inflated', () => {
  test.each([
    ['gzip', gzipSync(text)],
    ['zlib', deflateSync(text)],
  ] as const)('from %s', (format, packed) => {
    expect(Buffer.from(inflateToken(packed, format) ?? [])).toEqual(text)
  })

  test('with zero bytes as the result if it is empty', () => {
    expect(inflateToken(gzipSync(''), 'gzip')).toHaveLength(0)
  })
})

describe('a token is rejected if', () => {
  test.each([
    ['a byte was changed', (packed: Buffer) => packed.map((byte, at) => (at === packed.length - 12 ? byte ^ 1 : byte))],
    [
      'the checksum was changed',
      (packed: Buffer) => packed.map((byte, at) => (at === packed.length - 5 ? byte ^ 1 : byte)),
    ],
    ['the end is cut off', (packed: Buffer) => packed.subarray(0, -9)],
    ['the checksum is cut off', (packed: Buffer) => packed.subarray(0, -4)],
    ['something follows', (packed: Buffer) => Buffer.concat([packed, Buffer.from('x')])],
    ['its first byte is missing', (packed: Buffer) => packed.subarray(1)],
    ['it is empty', () => Buffer.alloc(0)],
  ])('%s', (_, change) => {
    expect(inflateToken(change(gzipSync(text)), 'gzip')).toBeNull()
    expect(inflateToken(change(deflateSync(text)), 'zlib')).toBeNull()
  })

  test('it is in the other format', () => {
    expect(inflateToken(gzipSync(text), 'zlib')).toBeNull()
    expect(inflateToken(deflateSync(text), 'gzip')).toBeNull()
  })

  test('it inflates to more than 1 KiB', () => {
    const bomb = gzipSync(Buffer.alloc(200_000))
    expect(bomb.length).toBeLessThan(256)
    expect(inflateToken(bomb, 'gzip')).toBeNull()
    expect(inflateToken(gzipSync(Buffer.alloc(1_025)), 'gzip')).toBeNull()
    expect(inflateToken(gzipSync(Buffer.alloc(1_024)), 'gzip')).toHaveLength(1_024)
  })

  test('it is longer than 256 bytes', () => {
    const noise = randomBytes(300)
    expect(inflateToken(gzipSync(noise.subarray(0, 200)), 'gzip')).toHaveLength(200)
    expect(inflateToken(gzipSync(noise), 'gzip')).toBeNull()
  })
})
