import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { siteHost } from '@/server/entrances/http/site-host'

/** How many requests have arrived, and how many must arrive before any page ends. */
let arrived: number
let expected: number
/** The networks whose pages have begun, in this order. */
let begun: string[]
let rendering: number
let mostAtOnce: number
let server: Server

/** Replaces Next.js: a page uses the processor, in steps, until all requests have arrived, or waits forever. */
async function render({ headers, url }: IncomingMessage, response: ServerResponse) {
  begun.push(String(headers['x-pinref-client']))
  rendering += 1
  mostAtOnce = Math.max(mostAtOnce, rendering)
  if (url === '/slow') return
  do {
    for (const end = performance.now() + 5; performance.now() < end; );
    await setImmediate()
  } while (arrived < expected)
  rendering -= 1
  response.end('rendered')
}

beforeEach(async () => {
  arrived = 0
  begun = []
  rendering = 0
  mostAtOnce = 0
  server = createServer(siteHost((request, response) => void render(request, response)))
  server.prependListener('request', () => {
    arrived += 1
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => {
  server.close()
  server.closeAllConnections()
})

const ask = (network: string, path: string) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    headers: { 'x-pinref-client': network },
  }).then(({ status }) => status)

test('at most two pages are rendered at once, and networks take turns, no matter how many pages they ask for', async () => {
  expected = 41
  const flood = Array.from({ length: 40 }, () => ask('192.0.2.1', '/keys'))
  await expect.poll(() => begun.length).toBe(2)
  const statuses = await Promise.all([...flood, ask('192.0.2.2', '/keys')])
  expect(statuses).toEqual(Array(41).fill(200))
  expect(begun.indexOf('192.0.2.2')).toBe(2)
  expect(mostAtOnce).toBe(2)
})

test('pages that wait for something other than the processor do not keep others waiting', async () => {
  expected = 0
  const slow = Array.from({ length: 3 }, () => ask('192.0.2.1', '/slow').catch(() => 'closed'))
  await expect.poll(() => begun.length).toBe(3)
  expect(await ask('192.0.2.2', '/keys')).toBe(200)
  server.closeAllConnections()
  expect(await Promise.all(slow)).toEqual(['closed', 'closed', 'closed'])
})
