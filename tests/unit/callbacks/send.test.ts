import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { send } from '@/server/features/callbacks/deliver'

const posting = { id: 'msg_1', body: '{}', secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLSw='] }

test('a callback to one of this machine’s host names is rejected without connecting', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.destroy()
  }).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  expect(await send({ ...posting, url: `https://localhost:${port}/` })).toEqual({
    status: null,
    fault: 'private_address',
  })
  expect(connections).toBe(0)
  server.close()
})

test('a callback without a secret is rejected', async () => {
  expect(await send({ ...posting, secrets: [], url: 'https://localhost/' })).toEqual({
    status: null,
    fault: 'no_secret',
  })
})
