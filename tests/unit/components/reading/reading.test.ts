import { describe, expect, it, vi } from 'vitest'
import { examples } from '@/components/lookup/try-examples'
import { readingOf } from '@/components/reading/reading'

describe('readingOf', () => {
  it('shows how text is read, with the name if the link has one', () => {
    const [desktop, placeId, share] = examples.map(({ text }) => readingOf(text).words)
    expect(desktop).toBe('Desktop map link to “Colosseum”.')
    expect(placeId).toBe('Place id: one listing.')
    expect(share).toBe('Share link. Look it up to find its listing.')
  })

  it('says that a share link needs a connection if the device is offline', () => {
    vi.stubGlobal('navigator', { onLine: false })
    expect(readingOf('https://maps.app.goo.gl/FoksPtKVKYoeAt4w8').words).toBe(
      'Share link. You need a connection to find its listing.',
    )
    vi.unstubAllGlobals()
  })

  it('explains a link that doesn’t point to a listing, and still sends it to the server', () => {
    const link = 'https://www.google.com/maps/@51.5,-0.12,15z'
    const { understood, words, request } = readingOf(link)
    expect(understood).toBe(false)
    expect(words).not.toBe('')
    expect(request).toEqual({ operation: 'resolve', url: link })
  })

  it.each(['Space Needle', 'Caffè  Roma\nVia Roma 3', '7-Eleven', 'Cafe', 'Feedface', 'ดอยสุเทพ'])(
    'treats %j as a business name to search for',
    (text) => {
      const { understood, request } = readingOf(text)
      expect(understood).toBe(true)
      expect(request).toEqual({ operation: 'search', name: text.replace(/\s+/g, ' ') })
    },
  )

  it.each([
    ['28f1c82e908503c4', '0x28f1c82e908503c4'],
    ['FFFFFFFFFFFFFFFF', '0xFFFFFFFFFFFFFFFF'],
    ['0x28f1c82e908503c4', '0x28f1c82e908503c4'],
    ['2950359333223072708', '2950359333223072708'],
  ])('treats %j as a CID to look up or convert', (text, url) => {
    expect(readingOf(text)).toMatchObject({ understood: true, cid: url, request: { operation: 'resolve', url } })
  })

  it.each([
    ['cid:2950359333223072708', '2950359333223072708'],
    ['CID: 0x1f', '31'],
    ['-9223372036854775807', '9223372036854775809'],
  ])('converts the number in %j, not its label or sign', (text, cid) => {
    expect(readingOf(text)).toMatchObject({ kind: 'listing', cid, request: { operation: 'resolve', url: text } })
  })

  it.each(['ChIJrRMgU7ZhLxMRxAOFkC7I8S', '41.8902, 12.4922', '99999999999999999999999', 'https://example.com/a b'])(
    'does not search for %j as a business name',
    (text) => {
      expect(readingOf(text)).toMatchObject({ understood: false, request: { operation: 'resolve' } })
    },
  )

  it.each(['5822041866838060000', 'https://maps.google.com/?cid=5822041866838063000'])(
    'presents no listing for %j, which may have been rounded, but can look it up',
    (text) => {
      const { words, ...reading } = readingOf(text)
      expect(reading).toMatchObject({ kind: 'rounded', understood: false, named: null, cid: null })
      expect(reading.request).toEqual({ operation: 'resolve', url: text })
      expect(words).toContain('Look it up')
    },
  )

  it.each(['10115', '4006381333931'])('explains that %j is too short for a CID', (text) => {
    expect(readingOf(text)).toMatchObject({ kind: 'words', understood: false, words: expect.stringContaining('cid:') })
  })

  it('finds every identifier in text with several listings, for bulk lookup', () => {
    expect(readingOf('ChIJrRMgU7ZhLxMRxAOFkC7I8Sg\nChIJaXQRs6lZwokRY6EFpJnhNNE').links).toEqual([
      'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg',
      'ChIJaXQRs6lZwokRY6EFpJnhNNE',
    ])
    expect(readingOf('https://example.com/').links).toEqual([])
  })
})
