import { expect, test } from 'vitest'
import { readTarget } from '@/server/entrances/http/node-host'

test.each([
  '/',
  '/?q=https://maps.app.goo.gl/x',
  "/?q=Joe's%20Pizza//../x\\y",
  '/api/convert?x=/../',
  '/docs/errors/invalid_cid',
  '/_next/static/chunks/%5Broot-of-the-server%5D__1a2b.js',
  '/api/trpc/listings.convert?input=%7B%22cid%22%3A%221%22%7D',
  '/.well-known/security.txt',
  '/a..b/...',
  '/%61pi/convert',
])('the request target “%s” is accepted unchanged', (target) => {
  expect(readTarget(target)).toBe(target)
})

test.each([
  ['http://pinref.example/api/convert?x=1', '/api/convert?x=1'],
  ['HTTPS://api.example:8443/docs', '/docs'],
  ['http://pinref.example', '/'],
  ['http://pinref.example?q=1', '/?q=1'],
])('the request target “%s” is accepted without its host', (target, address) => {
  expect(readTarget(target)).toBe(address)
})

test.each([
  '/x/../api/convert',
  '/./api/convert',
  '/api/..',
  '/%2e%2e/api/convert',
  '/x/%2E./api/convert',
  '/x/.%2e',
  '/api\\convert',
  '/\\api/convert',
  '//api/convert',
  '/api//convert',
  '//evil.example/',
  '/api/convert#x',
  '/docs?q=#x',
  '/api/"x"',
  '/api/{x}',
  '/caf\xe9',
  '/docs?q=caf\xe9',
  '/docs\x7f',
  '*',
  '',
  'api/convert',
  '?x',
  'ftp://x/api/convert',
  'http:/api/convert',
  'http:///api/convert',
  'http://x\\y/api/convert',
  'http://x//api/convert',
  'http://x/y/../api/convert',
])('the request target “%s” is rejected', (target) => {
  expect(readTarget(target)).toBeNull()
})
