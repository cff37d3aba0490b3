import { describe, expect, test } from 'vitest'
import { parseLinkUrl } from '@/server/places/links/link-url'
import { readShortLink, shortLinkUrl } from '@/server/places/links/reference'

function read(text: string): string | null {
  const url = parseLinkUrl(text)
  const link = url && readShortLink(url)
  return link && shortLinkUrl(link)
}

describe('a short link is reduced to its host and code', () => {
  test.each([
    ['https://maps.app.goo.gl/AK13hVJLjnveWZqJA', 'https://maps.app.goo.gl/AK13hVJLjnveWZqJA'],
    ['http://MAPS.app.goo.gl/AK13hVJLjnveWZqJA?g_st=ic&g_st=ic', 'https://maps.app.goo.gl/AK13hVJLjnveWZqJA'],
    ['https://maps.app.goo.gl/AK13_-nveWZqJA%3C/a%3E', 'https://maps.app.goo.gl/AK13_-nveWZqJA'],
    ['https://maps.app.goo.gl/AK13hVJLjnveWZqJA。谢谢', 'https://maps.app.goo.gl/AK13hVJLjnveWZqJA'],
    ['goo.gl/maps/kW8NcDFcoHk', 'https://goo.gl/maps/kW8NcDFcoHk'],
    ['https://goo.gl/app/maps/kW8NcDFcoHk', 'https://goo.gl/app/maps/kW8NcDFcoHk'],
    ['https://g.page/TheMadHouseCoffee?share', 'https://g.page/TheMadHouseCoffee'],
    ['https://g.page/the-mad.house/review?gm', 'https://g.page/the-mad.house'],
    ['https://g.page/rooftop-bar', 'https://g.page/rooftop-bar'],
    ['https://share.google/3dY6zIadXlKrMekTu', 'https://share.google/3dY6zIadXlKrMekTu'],
    ['https://www.google.com/share.google?q=diIxnYa8dIA6dZfpy', 'https://share.google/diIxnYa8dIA6dZfpy'],
    ['https://g.co/kgs/91UYXud', 'https://g.co/kgs/91UYXud'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })
})

describe('an address without a short link’s host and code is not read as a short link', () => {
  test.each([
    'https://maps.app.goo.gl',
    'https://maps.app.goo.gl/?g_st=ic',
    'https://goo.gl/maps/',
    'https://goo.gl/kW8NcDFcoHk',
    'https://g.co/kW8NcDFcoHk',
    'https://g.page/r/CVHCGlrX-DMxEAE',
    'https://share.google/',
    'https://www.google.com/share.google?q=',
    'https://evil.example/share.google?q=abc',
    'https://evil.example/maps/kW8NcDFcoHk',
  ])('%s', (text) => {
    expect(read(text)).toBeNull()
  })
})
