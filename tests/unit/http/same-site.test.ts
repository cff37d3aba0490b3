import { describe, expect, test } from 'vitest'
import { isCrossSite } from '@/server/entrances/http/handle-trpc'

/** APP_URL is not set, so it is `http://localhost:3000` here. */
const call = (headers: Record<string, string>) => ({ header: (name: string) => headers[name] ?? null })

describe('a call', () => {
  test.each([
    ['a page elsewhere', { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' }],
    ['a page on a sibling host', { 'sec-fetch-site': 'same-site' }],
    ['a page with an unknown “sec-fetch-site” value', { 'sec-fetch-site': 'whatever' }],
    ['a page elsewhere, in an old browser', { origin: 'https://elsewhere.example', host: 'pinref.example' }],
    ['a page in a sandbox', { origin: 'null', host: 'pinref.example' }],
    ['a host that begins like ours', { origin: 'https://pinref.example.evil.example', host: 'pinref.example' }],
    ['another port', { origin: 'http://localhost:4000', host: 'localhost:3000' }],
    ['a page whose origin is not a URL', { origin: 'pinref.example', host: 'pinref.example' }],
  ])('counts as cross-site if it comes from %s', (_, headers) => {
    expect(isCrossSite(call(headers))).toBe(true)
  })

  test.each([
    ['our own page', { 'sec-fetch-site': 'same-origin' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['our own page, in an old browser', { origin: 'https://pinref.example', host: 'pinref.example' }],
    ['our own page on a port', { origin: 'http://192.0.2.7:3000', host: '192.0.2.7:3000' }],
    ['a host in capitals', { origin: 'https://pinref.example', host: 'Pinref.Example' }],
    [
      'our own page behind a proxy that calls us by another name',
      { origin: 'http://localhost:3000', host: 'app:8080' },
    ],
    ['a caller that is not a browser', { host: 'pinref.example' }],
  ])('does not count as cross-site if it comes from %s', (_, headers) => {
    expect(isCrossSite(call(headers))).toBe(false)
  })
})
