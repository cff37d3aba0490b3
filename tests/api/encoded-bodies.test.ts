import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { call, hosts, newVisitor } from './call'

const body = JSON.stringify({ cid: '1' })
const codings = [
  ['gzip', gzipSync(body)],
  ['GZIP', gzipSync(body)],
  ['br', brotliCompressSync(body)],
  ['deflate', deflateSync(body)],
  ['identity, gzip', gzipSync(body)],
  // The header alone decides, because the body isn't read.
  ['zstd', Buffer.from(body)],
] as const
const detail = 'Content-Encoding is not supported. Send the body uncompressed.'

describe.each(hosts)('a compressed body, on the $host', ({ url }) => {
  const post = (path: string, coding: string, sent: Uint8Array | string, visitor: string) =>
    fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'content-encoding': coding,
        'x-forwarded-for': visitor,
      },
      body: sent as BodyInit,
    })

  test.each(codings)('is rejected, with what to do, and not counted: %s', async (coding, sent) => {
    const visitor = newVisitor()
    for (const path of ['convert', 'batch', 'mcp']) {
      const response = await post(path, coding, sent, visitor)
      expect([path, response.status]).toEqual([path, 400])
      expect(await response.json()).toMatchObject({ code: 'invalid_request', detail })
      expect(response.headers.get('x-ratelimit-remaining')).toBe(null)
    }
    expect((await call(url, 'convert', { cid: '1' }, { visitor })).headers.get('x-ratelimit-remaining')).toBe('4')
  })

  test('is rejected without being read, even if its length exceeds the limit', async () => {
    const response = await post('convert', 'gzip', new Uint8Array(100_000), newVisitor())
    expect([response.status, (await response.json()).detail]).toEqual([400, detail])
  })

  test.each(['identity', ' Identity ', ''])('is not what “%s” means', async (coding) => {
    expect((await post('convert', coding, body, newVisitor())).status).toBe(200)
  })
})
