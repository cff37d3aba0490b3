import { describe, expect, test } from 'vitest'
import { googleSite } from '@/server/places/links/link-url'

describe('all of Google’s country domains are known', () => {
  test.each(['com', 'de', 'cat', 'co.uk', 'co.jp', 'com.au', 'com.sb', 'com.nf', 'co.zw', 'st', 'com.tr'])(
    'google.%s',
    (suffix) => {
      expect(googleSite(`google.${suffix}`)).toBe('www')
      expect(googleSite(`www.google.${suffix}`)).toBe('www')
      expect(googleSite(`maps.google.${suffix}`)).toBe('maps')
      expect(googleSite(`consent.google.${suffix}`)).toBe('consent')
    },
  )
})

test('Google’s search, business, and accounts hosts are distinguished', () => {
  expect(googleSite('search.google.com')).toBe('search')
  expect(googleSite('business.google.com')).toBe('business')
  expect(googleSite('accounts.google.com')).toBe('accounts')
})

describe('a host that is not a known Google site is rejected', () => {
  test.each([
    'google.com.evil.example',
    'google.evil',
    'google.co',
    'google.uk',
    'google.com.com',
    'xgoogle.com',
    'www.xgoogle.com',
    'a.www.google.com',
    'mail.google.com',
    'evil.google.com',
    'maps.google',
    'google',
    'com',
    '',
    '.google.com',
  ])('%j', (host) => {
    expect(googleSite(host)).toBeNull()
  })
})
