import { describe, expect, test } from 'vitest'
import { longestLink, readPage } from '@/server/places/links/expand/target'
import { growthOf, maxGrowth } from '../../../support/growth'

const base = new URL('https://maps.app.goo.gl/abc')
const read = (html: string, at = base) => readPage(html, at)
const place = 'https://www.google.com/maps/place/bauMax/data=!4m2!3m1!1s0x470b93a27e4781c5:0xeca4ac5483aa4dd2'
const cid = 0xeca4ac5483aa4dd2n
const listing = { kind: 'step', step: { target: { kind: 'listing', reference: { cid } } } }

describe('a short link’s page', () => {
  test('yields the link in its data-desktop-link attribute if it is for desktop browsers', () => {
    expect(read(`<html><body data-desktop-link="${place}?_imcp=1"></body></html>`)).toMatchObject(listing)
    expect(read(`<div class=x data-desktop-link='${place}'>`)).toMatchObject(listing)
    const mobile = 'https://www.google.com/maps?q=R&amp;D&amp;ftid=0x470b93a27e4781c5:0xeca4ac5483aa4dd2'
    expect(read(`<div data-desktop-link="${mobile}">`)).toMatchObject(listing)
  })

  test('yields its fully encoded link if it is for crawlers', () => {
    const short = '<link rel="canonical" href="https://maps.app.goo.gl/abc">'
    const encoded = 'https://www.google.com/maps%3Fq%3DCaf%25C3%25A9%26ftid%3D0x470b93a27e4781c5:0xeca4ac5483aa4dd2'
    expect(read(`${short}<a rel=nofollow href="${encoded}">Continue</a>`)).toMatchObject(listing)
    expect(read(`${short}<a href="${encodeURIComponent(encodeURIComponent(place))}">Continue</a>`)).toMatchObject(
      listing,
    )
  })

  test('yields the name that its links search for if it is from share.google', () => {
    const search = '/search?sca_esv=1&amp;q=Joe%27s+Diner&amp;kgmid=/g/11x8cdnxp8'
    const html = `<a href="${search}">here</a> <a href='${search}&amp;tbm=isch'>images</a><a href="//policies.google.com/">x</a>`
    expect(read(html, new URL('https://www.google.com/share.google?q=abc'))).toMatchObject({
      kind: 'step',
      step: {
        url: { href: 'https://www.google.com/search?sca_esv=1&q=Joe%27s+Diner&kgmid=/g/11x8cdnxp8' },
        target: { kind: 'name', name: "Joe's Diner", location: null },
      },
    })
  })

  test('yields nothing if it has links to several listings, or only to several names', () => {
    const other = '<a href="https://maps.google.com/?cid=1">'
    expect(read(`<a href="${place}">${other}`)).toEqual({ kind: 'nothing' })
    const names = '<a href="https://www.google.com/search?q=A+Diner"><a href="https://www.google.com/search?q=B+Diner">'
    expect(read(names)).toEqual({ kind: 'nothing' })
    expect(read(`<a href="${place}">${names}`)).toMatchObject(listing)
  })

  test('doesn’t point to a listing if it shows a dropped pin', () => {
    expect(read('<div data-desktop-link="https://www.google.com/maps?q=50.087451,14.420671">')).toMatchObject({
      kind: 'step',
      step: { target: { kind: 'names_nothing' } },
    })
  })

  test('yields a short link if it points to another short link', () => {
    expect(read('<div data-desktop-link="https://goo.gl/maps/xyz"><a href="https://evil.example/">')).toMatchObject({
      kind: 'step',
      step: { target: { kind: 'onward', url: { href: 'https://goo.gl/maps/xyz' } } },
    })
  })

  test('is recognized as dead, as a block page, or as a page without information', () => {
    expect(read('<title>Dynamic Link Not Found</title>')).toEqual({ kind: 'dead' })
    const block = 'Our systems have detected unusual traffic from your computer network.'
    expect(read(`<p>${block}</p>`)).toEqual({ kind: 'blocked' })
    expect(read(`<a href="${place}">${block}</a>`)).toMatchObject(listing)
    for (const html of [
      '',
      '<html>',
      '<a href="javascript:alert(1)">',
      '<a href="https://evil.example/">',
      '<a href>',
    ]) {
      expect(read(html)).toEqual({ kind: 'nothing' })
    }
  })

  test('is read in a time proportional to its length, even if it is built to be slow', () => {
    const pieces = ['<a ', '<a href="', '<a href', 'data-desktop-link', 'data-desktop-link = ', "<a href='&#39;", ' ']
    const hostile = [
      ...pieces.map((piece) => ['', piece, '']),
      ['', `<a href="${place}?${'%25'.repeat(50)}">`, ''],
      ['', '&#x26;', ''],
      ['<a href=', ' ', '>'],
    ]
    const growth = ([start = '', piece = '', end = '']: string[], longest: number) =>
      growthOf((length) => start + piece.repeat(length / piece.length) + end, read, longest)
    for (const parts of hostile) expect(growth(parts, 65_536), parts.join('')).toBeLessThan(maxGrowth)
    // Longer links aren't read.
    expect(growth(['<a href="', '%25', '">'], longestLink)).toBeLessThan(maxGrowth)
  })
})
