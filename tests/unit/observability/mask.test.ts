import { expect, test } from 'vitest'
import { createKeyText } from '@/server/metering/access/api-key'
import { longest, mask, maskEmail, maskToNetwork } from '@/server/platform/observability/mask'
import { growthOf, maxGrowth } from '../../support/growth'

const key = createKeyText('0123456789abcdef')

test.each([
  ['an API key', `no account for ${key}.`, 'no account for pr_live_….'],
  ['a Google key', 'GET …?key=AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY', 'GET …?key=AIza…'],
  ['a Stripe key', 'Invalid API Key provided: sk_live_51Habc123', 'Invalid API Key provided: sk_live_…'],
  ['a webhook secret', 'signed with whsec_abcdef123456', 'signed with whsec_…'],
  ['a token of GitHub', 'got gho_16C7e42F292c6912E7', 'got gho_…'],
  ['a bearer', 'headers: { authorization: Bearer abc.def }', 'headers: { authorization: …'],
  ['a cookie', 'cookie: pinref.session_token=abc.def; a=b', 'cookie: …'],
  ['a session', 'no session for session_token=abc%2Edef&x', 'no session for session_token=…&x'],
  ['a signed token', 'bad eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJ', 'bad (token)'],
  ['an email address', '550 <jane.o-neil+x@mail.example.co.uk> unknown', '550 <(email)> unknown'],
  ['an email address beyond ASCII', 'no jürgen@bücher.example', 'no (email)'],
  ['a share link', 'no hop to https://maps.app.goo.gl/aBcDeF?g_st=ic', 'no hop to https://maps.app.goo.gl/…'],
  [
    'a link with a name in its path',
    '(https://www.google.com/maps/place/My+Clinic/@1,2)',
    '(https://www.google.com/…)',
  ],
  ['a link without a scheme', 'read maps.google.co.uk/?cid=123 as', 'read maps.google.co.uk/… as'],
  ['an encoded link', 'q=goo.gl%2Fmaps%2FaBc', 'q=goo.gl/…'],
  ['a query alone', 'http://example.org?q=hotel', 'http://example.org/…'],
  ['a password in an address', 'redis://user:p%40ss@store.internal:6379', 'redis://store.internal:6379'],
  ['a password in an address with a path', 'smtp://user:pass@mail.internal/x', 'smtp://mail.internal/…'],
  [
    'what JSON.parse quotes',
    `Unexpected token 'h', "hotel of mi"... is not valid JSON`,
    "Unexpected token 'h', (text) is not valid JSON",
  ],
  ['the command that Upstash quotes', 'ERR x, command was: ["get","v:203.0.113.9"]', 'ERR x, command was: (command)'],
  ['what fetch quotes', 'Failed to parse URL from /maps?q=hotel', 'Failed to parse URL from (address)'],
  ['a visitor’s IPv4 address', 'reset by 203.0.113.9:5123.', 'reset by (IP address):5123.'],
  ['a visitor’s IPv6 address', 'reset by 2001:db8::7 today', 'reset by (IP address) today'],
])('%s is masked', (_what, text, masked) => {
  expect(mask(text)).toBe(masked)
})

test.each([
  'Error: connect ECONNREFUSED 127.0.0.1:6379',
  'connect ETIMEDOUT 10.0.3.7:6379',
  'connect EHOSTUNREACH fe80::1',
  'getaddrinfo ENOTFOUND places.googleapis.com',
  '    at convert (file:///srv/pinref/dist/main.js:1204:11)',
  '    at async Server.<anonymous> (/srv/pinref/node_modules/next@16.4.6/dist/server/next.js:12:34)',
  'at 12:34:56 the store answered READONLY',
  'Expected 3 arguments, but got ::',
])('text that helps locate a fault is not masked: %s', (text) => {
  expect(mask(text)).toBe(text)
})

test('configured secrets are masked wherever they appear', () => {
  expect(mask('WRONGPASS hunter2hunter2; pepper="a.b*c"', ['hunter2hunter2', 'a.b*c'])).toBe(
    'WRONGPASS (secret); pepper="(secret)"',
  )
})

test.each([
  ['letters', 'a'],
  ['at signs', 'a@'],
  ['dots', 'a.'],
  ['hosts', 'google.com'],
  ['addresses', 'ab://'],
  ['commas', ', '],
  ['digits', '1:'],
])('the time to mask text that contains only %s is proportional to its length', (_what, piece) => {
  expect(growthOf((length) => piece.repeat(length / piece.length), mask, longest)).toBeLessThan(maxGrowth)
})

test.each([
  ['ada@example.com', 'a…@example.com'],
  ['Ärger@bücher.example', 'Ä…@bücher.example'],
  ['a@b@example.com', 'a…@example.com'],
  ['@example.com', ''],
  ['nobody', ''],
  ['', ''],
])('the email “%s” is shown as “%s”', (email, shown) => {
  expect(maskEmail(email)).toBe(shown)
})

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['10.1.2.3', '10.1.2.0/24'],
  ['2001:db8:7:1:2:3:4:5', '2001:db8:7::/48'],
  ['::1', '::/48'],
  ['fe80::1%eth0', 'fe80::/48'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['local', ''],
  ['', ''],
])('the address “%s” is cut to the network “%s”', (address, network) => {
  expect(maskToNetwork(address)).toBe(network)
})
