import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { nodeHost } from '@/server/entrances/http/node-host'
import { createNodeServer } from '@/server/entrances/http/node-server'
import { withStore } from '../access/environment'

withStore({})

/** Starts a server whose requests are late at node's first check, which is five seconds after the start. */
async function serverWithShortLimits() {
  const server = createNodeServer(nodeHost((_, response) => response.end('a page'), new AbortController().signal))
  expect(server.requestTimeout).toBe(30_000)
  expect(server.headersTimeout).toBe(10_000)
  server.headersTimeout = 500
  server.requestTimeout = 1_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

test('a request that arrives too slowly, or not at all, does not keep its connection open', {
  timeout: 90_000,
}, async () => {
  const { server, port } = await serverWithShortLimits()
  const socket = connect(port, '127.0.0.1')
  // This client sends nothing, and does not close its side when the server does.
  const silent = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let silentAnswer = ''
  silent.on('data', (chunk) => {
    silentAnswer += chunk.toString()
  })
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
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"code":"body_too_slow"')
  expect(silentAnswer, 'a client would take it for the response to its first request').toBe('')
})

test('a request that the process was too busy to read in time is answered', async () => {
  const { server, port } = await serverWithShortLimits()
  // Runs once the connection is accepted, and returns after node's first check is due.
  server.once('connection', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_500))
  const client = `
    const { parentPort, workerData } = require('node:worker_threads')
    const socket = require('node:net').connect(workerData, '127.0.0.1')
    socket.write('GET /docs HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n')
    let answer = ''
    socket.on('data', (chunk) => { answer += chunk })
    socket.on('error', () => {})
    socket.on('close', () => parentPort.postMessage(answer))`
  const worker = new Worker(client, { eval: true, workerData: port })
  const [answer] = await once(worker, 'message')
  server.close()
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).toContain('a page')
})
