import { describe, expect, test } from 'vitest'
import { hosts, newVisitor } from './call'

/** Signs someone up, and returns a function that makes keys as the dashboard does. */
async function keyMaker(url: string) {
  const visitor = newVisitor()
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': visitor, origin: 'https://pinref.example' }
  const post = async (path: string, body: unknown, cookie = '') =>
    fetch(`${url}/api/${path}`, { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify(body) })
  const account = { email: `expiry.${visitor}@example.com`, password: 'correct horse battery', name: '' }
  const signedUp = await post('auth/sign-up/email', account)
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return async (expires: unknown) => {
    const answer = await post('trpc/keys.create', { name: 'Key', expires }, cookie)
    const { error } = await answer.json()
    return { status: answer.status, detail: error?.data.problem.detail as string | undefined }
  }
}

const day = 86_400

describe.each(hosts)('a new key’s expiry, on the $host', ({ url }) => {
  test('must be in seconds, in the future, and at most ten years ahead', async () => {
    const make = await keyMaker(url)
    const now = Math.floor(Date.now() / 1000)
    for (const expires of [null, now + 60, now + 10 * 365 * day]) expect((await make(expires)).status).toBe(200)
    for (const expires of [now * 1000, now + 11 * 365 * day, 8.64e12 + 1, Number.MAX_SAFE_INTEGER]) {
      const { status, detail } = await make(expires)
      expect([expires, status]).toEqual([expires, 400])
      expect(detail).toMatch(/more than ten years ahead\. Send the time in seconds since 1970, not milliseconds/)
    }
    expect((await make(now - 1)).detail).toContain('The expiration is in the past.')
    for (const expires of [1.5, 1e300, '2030-01-01', -1, 0]) expect((await make(expires)).status).toBe(400)
  })
})
