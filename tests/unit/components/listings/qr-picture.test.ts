import { describe, expect, it } from 'vitest'
import { fileStem } from '@/components/listings/listing-rows'
import { modulePixels, qrCode, qrSvg } from '@/components/listings/qr-picture'

const link = 'https://search.google.com/local/writereview?placeid=ChIJrRMgU7ZhLxMRxAOFkC7I8Sg'

describe('qrCode', () => {
  it('has the quiet zone that scanners need', () => {
    const { size, modules } = qrCode(link)
    const edge = [0, 1, 2, 3, size - 4, size - 3, size - 2, size - 1]
    for (const at of edge) {
      expect(modules[at]?.some(Boolean)).toBe(false)
      expect(modules.some((row) => row[at])).toBe(false)
    }
    expect(modules[4]?.slice(4, 11)).toEqual(Array(7).fill(true))
  })

  it('draws only its dark modules', () => {
    const { size, modules, path } = qrCode(link)
    const drawn = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
    for (const [, x = 0, y = 0, length = 0] of [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)].map((match) =>
      match.map(Number),
    )) {
      drawn[y]?.fill(true, x, x + length)
    }
    expect(drawn).toEqual(modules)
    expect(qrSvg({ size, modules, path })).toContain(`viewBox="0 0 ${size} ${size}"`)
  })

  it('makes a picture of at least the requested width', () => {
    const code = qrCode(link)
    expect(modulePixels(code, 1024) * code.size).toBeGreaterThanOrEqual(1024)
  })
})

it.each([
  ['Colosseum', 'colosseum'],
  ['Caffè "Roma" / <Nord>', 'caffè-roma-nord'],
  ['ดอยสุเทพ', 'ดอยสุเทพ'],
  ['../../etc', 'etc'],
  ['***', 'cid-1'],
  [null, 'cid-1'],
])('the file for a listing titled %j is named %s', (title, stem) => {
  expect(fileStem({ title, cid: '1' })).toBe(stem)
})
