import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, inject, test } from 'vitest'

test('a body that only drips in does not hold its connection for ever', { timeout: 60_000 }, async () => {
  const { hostname, port } = new URL(inject('nodeUrl'))
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString()
  })
  socket.on('error', () => {})
  socket.write('POST /api/convert HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{')
  const dripping = setInterval(() => socket.write(' '), 500)
  await once(socket, 'close')
  clearInterval(dripping)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('The request took too long to arrive.')
})
