import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFetchHop } from '@/server/places/links/expand/fetch-hop'
import { gatewayAgent, pinnedAgent } from '@/server/places/links/expand/pinned-agent'

/** Stands in for the operator's gateway. */
let server: Server
let agent: Agent
let gatewayUrl = ''
let requests: IncomingMessage[] = []
let answer: (response: ServerResponse) => void = (response) => response.end()
const never = new AbortController().signal

beforeEach(async () => {
  requests = []
  server = createServer((request, response) => {
    requests.push(request)
    answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  gatewayUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/links`
  agent = gatewayAgent()
})

afterEach(async () => {
  await agent.destroy()
  server.closeAllConnections()
  server.close()
})

const fetchHop = (address: string, signal = never) => createFetchHop(agent, gatewayUrl)(new URL(address), signal)

function answerWith(status: number, headers: Record<string, string>, body = ''): void {
  answer = (response) => response.writeHead(status, headers).end(body)
}

describe('a hop', () => {
  test('is fetched without a cookie, a key, or a referrer', async () => {
    answerWith(302, { location: 'https://maps.google.com/?cid=5', 'set-cookie': 'NID=1; Domain=.google.com' })
    await fetchHop('https://maps.app.goo.gl/abc?g_st=ic')
    await fetchHop('https://maps.app.goo.gl/abc?g_st=ic')
    expect(requests[1]?.method).toBe('GET')
    expect(Object.keys(requests[1]?.headers ?? {}).sort()).toEqual(['accept', 'connection', 'host', 'user-agent'])
  })

  test('goes through the gateway with the host before the path, the query unchanged, and no fragment', async () => {
    answerWith(302, { location: 'https://maps.google.com/?cid=5' })
    await fetchHop('https://g.page/Caf%C3%A9?share&q=%26+x#part')
    expect(requests[0]?.url).toBe('/links/g.page/Caf%C3%A9?share&q=%26+x')
  })

  test('looks like a phone to map links and like a desktop browser to share.google', async () => {
    answerWith(302, { location: 'https://maps.google.com/?cid=5' })
    const agents = []
    for (const address of [
      'https://maps.app.goo.gl/abc',
      'https://goo.gl/maps/abc',
      'https://g.page/abc',
      'https://share.google/abc',
      'https://www.google.com/share.google?q=abc',
    ]) {
      await fetchHop(address)
      agents.push(/iPhone/.test(requests.at(-1)?.headers['user-agent'] ?? '') ? 'phone' : 'desktop')
    }
    expect(agents).toEqual(['phone', 'phone', 'phone', 'desktop', 'desktop'])
  })

  test('is not followed, and its Location is read as UTF-8 if it is valid UTF-8', async () => {
    const location = 'https://www.google.com/maps/place/Café+Šedivá'
    answerWith(302, { location: Buffer.from(location).toString('latin1') })
    expect(await fetchHop('https://maps.app.goo.gl/abc')).toEqual({ status: 302, location, page: null })
    answerWith(302, { location: 'https://www.google.com/maps/place/Caf\xe9' })
    expect(await fetchHop('https://maps.app.goo.gl/abc')).toMatchObject({
      location: expect.stringContaining('Caf\xe9'),
    })
    expect(requests).toHaveLength(2)
  })

  test('has no target if there are two Location headers', async () => {
    answer = (response) =>
      response.writeHead(302, ['location', 'https://maps.google.com/?cid=5', 'location', 'https://evil.example/']).end()
    expect(await fetchHop('https://maps.app.goo.gl/abc')).toMatchObject({ location: null })
  })

  test('has a page only if a short link returns 200 with HTML', async () => {
    answerWith(200, { 'content-type': 'text/html; charset=UTF-8' }, '<p>page</p>')
    expect(await fetchHop('https://maps.app.goo.gl/abc')).toMatchObject({ status: 200, page: '<p>page</p>' })
    expect(await fetchHop('https://www.google.com/share.google?q=abc')).toMatchObject({ page: '<p>page</p>' })
    expect(await fetchHop('https://www.google.com/maps/place/x')).toMatchObject({ status: 200, page: null })
    answerWith(200, { 'content-type': 'application/json' }, '{"street":"Sorry"}')
    expect(await fetchHop('https://maps.app.goo.gl/abc')).toMatchObject({ page: null })
    answerWith(404, { 'content-type': 'text/html' }, '<p>page</p>')
    expect(await fetchHop('https://maps.app.goo.gl/abc')).toMatchObject({ status: 404, page: null })
  })

  test('fails as an invalid response if its page is over 256 KB', async () => {
    const page = '<p>'.padEnd(256 * 1024, ' ')
    answerWith(200, { 'content-type': 'text/html' }, page)
    expect(await fetchHop('https://maps.app.goo.gl/abc')).toMatchObject({ page })
    answerWith(200, { 'content-type': 'text/html' }, `${page} `)
    await expect(fetchHop('https://maps.app.goo.gl/abc')).rejects.toMatchObject({ kind: 'bad_answer' })
  })

  test('ends after the headers if it redirects, and a body that never ends is dropped', async () => {
    let closed: Promise<unknown> = Promise.resolve()
    answer = (response) => {
      closed = once(response, 'close')
      response.writeHead(302, { location: 'https://maps.google.com/?cid=5' }).write('<p>')
    }
    expect(await fetchHop('https://maps.app.goo.gl/abc')).toMatchObject({ status: 302 })
    await closed
  })

  test('leaves its connection open for the next hop if it redirects with a small body', async () => {
    const ports = new Set<number | undefined>()
    answer = (response) => {
      ports.add(response.socket?.remotePort)
      response.writeHead(302, { location: 'https://maps.google.com/?cid=5' }).end('<h1>302 Moved</h1>')
    }
    for (let turn = 0; turn < 10; turn++) await fetchHop('https://maps.app.goo.gl/abc')
    // The last connection may still be busy with the body when the next hop begins.
    expect(ports.size).toBeLessThanOrEqual(2)
  })

  test('is dropped when its signal aborts while it hangs, either before its headers or during its page', async () => {
    const abandoned: Promise<unknown>[] = []
    for (const begin of [() => {}, (response: ServerResponse) => response.writeHead(200, html).write('<p>')]) {
      const { signal, abort } = abortable()
      answer = (response) => {
        abandoned.push(once(response, 'close'))
        begin(response)
        setImmediate(abort)
      }
      await expect(fetchHop('https://maps.app.goo.gl/abc', signal)).rejects.toMatchObject({ kind: 'unreachable' })
    }
    await Promise.all(abandoned)
    expect(abandoned).toHaveLength(2)
  })

  test('returns an error without the reason if its connection fails', async () => {
    answer = (response) => response.socket?.resetAndDestroy()
    await expect(fetchHop('https://maps.app.goo.gl/abc')).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.not.stringMatching(/ECONN|socket|hang up|127/i),
    })
  })

  test('goes to the link’s own host, whose addresses must be public, if there is no gateway', async () => {
    const hosts: string[] = []
    const pinned = pinnedAgent(async (host) => {
      hosts.push(host)
      return [{ address: '127.0.0.1', family: 4 }]
    })
    const hop = createFetchHop(pinned, undefined)(new URL('https://maps.app.goo.gl/abc'), never)
    await expect(hop).rejects.toMatchObject({ kind: 'unreachable', cause: { message: /outside the public/ } })
    expect(hosts).toEqual(['maps.app.goo.gl'])
    await pinned.close()
  })
})

const html = { 'content-type': 'text/html' }

function abortable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
