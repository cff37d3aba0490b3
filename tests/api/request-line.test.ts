import { describe, expect, inject, test } from 'vitest'
import { converse, readAnswers } from '../fuzz/http/raw-client'
import { newVisitor } from './call'

const url = inject('hosts').find(({ host }) => host === 'node server')?.url ?? ''

/** Sends a request unchanged and returns the response. */
async function ask(line: string, headers: string[]) {
  const lines = [line, ...headers, 'Connection: close', 'Content-Length: 11', '', '{"cid":"1"}']
  const [answer] = readAnswers(await converse(url, { pieces: [lines.join('\r\n')], leaves: false, isWhole: true }))
  return { status: answer?.status, code: answer?.body && JSON.parse(answer.body).code, answer }
}

const refused = { status: 400, code: 'invalid_request' }
const visitor = () => `X-Forwarded-For: ${newVisitor()}`

describe('an address in the request line', () => {
  test.each([
    '/api\\convert',
    '/x/../api/convert',
    '/%2e%2e/api/convert',
    '//api/convert',
    '/api/./convert',
    '/api//convert',
    'http://localhost/x/../api/convert',
    '/keys\\',
    '/docs/../keys',
    '/docs#/../api/convert',
  ])('is rejected, not corrected, if it is ambiguous: %s', async (address) => {
    expect(await ask(`POST ${address} HTTP/1.1`, ['Host: localhost', visitor()])).toMatchObject(refused)
  })

  test('is accepted if it is absolute', async () => {
    const { status } = await ask('POST http://localhost/api/convert HTTP/1.1', ['Host: localhost', visitor()])
    expect(status).toBe(200)
  })
})

describe('a request without exactly one Host header', () => {
  test.each([
    ['no host', []],
    ['two hosts', ['Host: localhost', 'Host: pinref.example']],
    ['twice the same host', ['Host: localhost', 'host: localhost']],
  ])('is rejected: %s', async (_, hosts) => {
    for (const address of ['/api/convert', '/api/health', '/docs']) {
      const { status, code, answer } = await ask(`POST ${address} HTTP/1.1`, [...hosts, visitor()])
      expect({ status, code }).toEqual(refused)
      expect(answer?.headers['content-type']).toBe('application/problem+json')
    }
  })

  test('is accepted in HTTP/1.0, which doesn’t need the header', async () => {
    expect((await ask('POST /api/convert HTTP/1.0', [visitor()])).status).toBe(200)
  })
})

describe('pages', () => {
  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'])('return 405 for %s', async (method) => {
    const { status, code, answer } = await ask(`${method} /docs HTTP/1.1`, ['Host: localhost'])
    expect({ status, code, allow: answer?.headers.allow }).toEqual({
      status: 405,
      code: 'method_not_allowed',
      allow: 'GET, HEAD',
    })
  })

  test('return 200 without a body for HEAD', async () => {
    const head = await fetch(`${url}/docs`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
})
