import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upstashTransport } from '@/server/platform/store/upstash'

/** The delay of each reply; null for no reply. */
let delayMs: number | null = null
const server = createServer(async (request, response) => {
  request.resume()
  if (delayMs === null) return
  await pause(delayMs)
  response.end(JSON.stringify([{ result: 'PONG' }]))
})

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const ping = (timeoutMs: number) => {
  const { port } = server.address() as AddressInfo
  return upstashTransport(`http://127.0.0.1:${port}`, 'token', timeoutMs).send([['PING']])[0]
}

test('a late reply from the store is still read', async () => {
  delayMs = 200
  expect(await ping(100)).toEqual({ result: 'PONG' })
})

test('a request to which the store never replies is closed', async () => {
  delayMs = null
  await expect(ping(10)).rejects.toMatchObject({ name: 'TimeoutError' })
})
