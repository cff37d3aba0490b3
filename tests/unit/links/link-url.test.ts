import { describe, expect, test } from 'vitest'
import { parseLinkUrl } from '@/server/places/links/link-url'

test('a link is split into its parts without decoding them', () => {
  const url = parseLinkUrl('HTTPS://Maps.Google.com/maps/A%2FB?Q=a%26b&q=second&empty=&flag#lrd=0x1%3A0x2,1')
  expect(url).toEqual({
    host: 'maps.google.com',
    path: '/maps/A%2FB',
    tail: '/maps/A%2FB?Q=a%26b&q=second&empty=&flag#lrd=0x1%3A0x2,1',
    query: new Map([
      ['q', ['a%26b', 'second']],
      ['empty', ['']],
    ]),
    fragment: new Map([['lrd', ['0x1%3A0x2,1']]]),
  })
})

test('a query may follow the host directly', () => {
  expect(parseLinkUrl('https://maps.google.com?cid=5')).toMatchObject({ path: '', query: new Map([['cid', ['5']]]) })
})

test.each(['maps.google.com', '//maps.google.com/', 'http://maps.google.com:80/', 'https://maps.google.com:443'])(
  'the host of %s is maps.google.com',
  (text) => {
    expect(parseLinkUrl(text)?.host).toBe('maps.google.com')
  },
)

describe('text that is not a plain web address is rejected', () => {
  test.each([
    '',
    '/maps',
    'https://',
    'https:///maps',
    'localhost/maps',
    'ftp://maps.google.com',
    'https://user@maps.google.com',
    'https://maps.google.com:8080',
    'http://maps.google.com:443',
    'https://maps.google.com.',
    'https://maps..google.com',
    'https://maps.google.com\\x',
    'https://maps。google.com',
    'https://mаps.google.com',
    'https://[::1]/',
    'https://maps%2egoogle.com',
  ])('%j', (text) => {
    expect(parseLinkUrl(text)).toBeNull()
  })
})
