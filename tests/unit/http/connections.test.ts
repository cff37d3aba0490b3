import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { boundConnections } from '@/server/entrances/http/connections'
import { createNodeServer } from '@/server/entrances/http/node-server'

const most = 4
const [crowd, other] = ['127.0.0.2', '127.0.0.3']

let server: ReturnType<typeof createNodeServer>
let open: ReadonlySet<Socket>
/** The responses to calls that the server has not answered yet. */
let calls: ServerResponse[]
let sockets: Socket[]
/** The names of the connections that the server has closed, in order. */
let closed: string[]

beforeEach(async () => {
  calls = []
  sockets = []
  closed = []
  server = createNodeServer((request, response) => {
    if (request.method === 'GET') response.end('done')
    else calls.push(response)
  })
  open = boundConnections(server, most)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  server.close()
  await once(server, 'close')
})

/** Opens a connection from one of this machine's addresses, and waits until the server has accepted it. */
async function opened(network: string, name: string) {
  const accepted = once(server, 'connection')
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress: network })
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })

  socket.on('error', () => {})
  const own = closed
  socket.once('close', () => own.push(name))
  sockets.push(socket)
  await accepted
  return {
    socket,
    /** Makes a call, and returns the status of the response. */
    async call(): Promise<string | undefined> {
      text = ''
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      await expect.poll(() => text).toContain('done')
      return text.split(' ')[1]
    },
    /** Starts a call, whose body does not arrive. */
    async begin(header = ''): Promise<void> {
      const count = calls.length
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n${header}\r\n`)
      await expect.poll(() => calls.length).toBe(count + 1)
    },
    received: () => text,
  }
}

/** Waits until the server has closed this many connections, and returns their names in order. */
async function closedFirst(count: number): Promise<string[]> {
  await expect.poll(() => closed).toHaveLength(count)
  expect(open.size).toBe(most)
  return closed
}

test('a caller gets the place of the longest idle connection of the network with the most', async () => {
  const neighbor = await opened(other, 'neighbor')
  await opened(crowd, 'silent')
  const slow = await opened(crowd, 'half of the headers')
  slow.socket.write('GET / HTTP/1.1\r\nHo')
  const used = await opened(crowd, 'used')
  expect(await used.call()).toBe('200')
  expect(await (await opened(other, 'caller')).call()).toBe('200')
  expect(await closedFirst(1)).toEqual(['silent'])
  // Both networks have two connections now, and the neighbor has been idle the longest of all.
  expect(await neighbor.call()).toBe('200')
  expect(await (await opened('127.0.0.4', 'another caller')).call()).toBe('200')
  expect(await closedFirst(2)).toEqual(['silent', 'half of the headers'])
  expect([await used.call(), await neighbor.call()]).toEqual(['200', '200'])
})

test('a flood of connections from one network closes only that network’s own', async () => {
  const neighbor = await opened(other, 'neighbor')
  for (let count = 1; count <= 20; count++) await opened(crowd, `${count}`)
  expect(await closedFirst(17)).toEqual(Array.from({ length: 17 }, (_, index) => `${index + 1}`))
  expect(await neighbor.call()).toBe('200')
})

test('a connection from each of many networks leaves room for a caller from another one', async () => {
  for (let network = 2; network < 2 + most; network++) await opened(`127.0.0.${network}`, `${network}`)
  expect(await (await opened('127.0.0.9', 'caller')).call()).toBe('200')
  expect(await closedFirst(1)).toEqual(['2'])
})

test.each(['', 'Expect: 100-continue\r\n', 'Expect: something else\r\n'])(
  'a connection with a call in flight stays while its network has an idle one, with the header %j',
  async (header) => {
    const used = await opened(crowd, 'in use')
    await used.begin(header)
    for (const name of ['first', 'second', 'third']) await opened(crowd, name)
    for (const name of ['a', 'b']) await opened(crowd, name)
    expect(await closedFirst(2)).toEqual(['first', 'second'])
    calls[0]?.end('answered')
    await expect.poll(used.received).toMatch(/200 OK[\s\S]*answered/)
    // From here on, it is idle, but for a shorter time than the others.
    for (const name of ['c', 'd', 'e', 'f']) await opened(crowd, name)
    expect((await closedFirst(6)).slice(2)).toEqual(['third', 'a', 'b', 'in use'])
  },
)

test('if all connections have calls in flight, a network without one gets the place of the oldest call', async () => {
  const neighbor = await opened(other, 'neighbor')
  await neighbor.begin()
  for (const name of ['first', 'second', 'third']) await (await opened(crowd, name)).begin()
  await opened(crowd, 'one too many')
  expect(await closedFirst(1)).toEqual(['one too many'])
  expect(await (await opened('127.0.0.4', 'caller')).call()).toBe('200')
  expect(await closedFirst(2)).toEqual(['one too many', 'first'])
  expect(calls.map((call) => call.destroyed)).toEqual([false, true, false, false])
})
