import { expect, test } from 'vitest'
import { expectNoSecrets } from '../../support/secrets'

const secret = 'sk_live_/51Habc+defGHIJKLmnopQRSTuvwx'

test.each([
  ['whole', secret],
  ['encoded for an address', encodeURIComponent(secret)],
  ['as base64', Buffer.from(secret).toString('base64')],
  ['as base64 of addresses', Buffer.from(secret).toString('base64url')],
  ['within JSON', JSON.stringify({ at: secret })],
  ['cut short', secret.slice(0, 24)],
  ['without its start', secret.slice(10)],
])('a secret is found %s, and the failure message does not reveal it', (_how, form) => {
  const look = () => expectNoSecrets(`before ${form} after`, { 'the key': secret })
  expect(look).toThrow(/the key/)
  expect(look).not.toThrow(secret.slice(10, 30))
})

test('text with only the start of a secret passes', () => {
  expectNoSecrets('sk_live_… before and after', { 'the key': secret })
})
