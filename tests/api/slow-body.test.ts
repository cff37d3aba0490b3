import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { nodeHost } from '@/server/http/node-host'
import { createNodeServer } from '@/server/http/node-server'
import { withStore } from '../access/environment'

withStore({})

test('a request that arrives too slowly, or not at all, does not keep its connection open', {
  timeout: 90_000,
}, async () => {
  const server = createNodeServer(nodeHost((_, response) => response.end(), new AbortController().signal))
  expect(server.requestTimeout).toBe(30_000)
  expect(server.headersTimeout).toBe(10_000)
  // Node checks for late requests every five seconds. With these limits, the request is late at the first check.
  server.headersTimeout = 500
  server.requestTimeout = 1_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  // This client sends nothing, and does not close its side when the server does.
  const silent = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).resume()
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString()
  })
  socket.on('error', () => {})
  socket.write('POST /api/convert HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{')
  const dripping = setInterval(() => socket.write(' '), 500)
  await once(socket, 'close')
  clearInterval(dripping)
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0)
  silent.destroy()
  server.close()
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('The request took too long to arrive.')
})
