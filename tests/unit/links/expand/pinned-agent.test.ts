import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request } from 'undici'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pinnedAgent, publicLookup, type ResolveHost } from '@/server/places/links/expand/pinned-agent'

const resolving =
  (...addresses: string[]): ResolveHost =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

/** One of the operator's own services, which short links must never reach. */
let server: Server
let connections = 0
let url = ''

beforeEach(async () => {
  connections = 0
  server = createServer((_, response) => response.end('secret'))
  server.on('connection', () => connections++)
  server.listen(0, '::')
  await once(server, 'listening')
  url = `http://maps.app.goo.gl:${(server.address() as AddressInfo).port}/`
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

describe('a host name that is not on the public internet', () => {
  test('would be reached without the check', async () => {
    const agent = new Agent({
      connect: { lookup: (_, __, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }]) },
    })
    expect(await (await request(url, { dispatcher: agent })).body.text()).toBe('secret')
    expect(connections).toBe(1)
    await agent.close()
  })

  test.each([
    ['127.0.0.1'],
    ['::1'],
    ['0.0.0.0'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['10.0.0.1'],
    ['::ffff:10.0.0.1'],
    ['64:ff9b::a00:1'],
    ['169.254.169.254'],
    ['fe80::1'],
    ['fc00::1'],
    ['100.64.0.1'],
    ['224.0.0.1'],
    ['142.250.184.206', '127.0.0.1'],
    ['127.0.0.1', '142.250.184.206'],
    [],
  ])('is not connected to: %s %s', async (...addresses) => {
    const agent = pinnedAgent(resolving(...addresses))
    await expect(request(url, { dispatcher: agent })).rejects.toThrow('outside the public internet')
    expect(connections).toBe(0)
    await agent.close()
  })

  test('fails with the resolver’s error if it does not resolve', async () => {
    const agent = pinnedAgent(() => Promise.reject(new Error('ENOTFOUND')))
    await expect(request(url, { dispatcher: agent })).rejects.toThrow('ENOTFOUND')
    await agent.close()
  })
})

describe('the DNS lookup for a connection', () => {
  test('resolves the name once, returns the addresses that it checked, and checks again next time', async () => {
    const answers = [['142.250.184.206', '2a00:1450:4001::1'], ['127.0.0.1']]
    const lookup = publicLookup((host) => resolving(...(answers.shift() ?? []))(host))
    const look = (all: boolean) =>
      new Promise((resolve) => {
        lookup('maps.app.goo.gl', { all }, (error, address, family) => resolve(error ?? { address, family }))
      })
    expect(await look(true)).toEqual({
      address: [
        { address: '142.250.184.206', family: 4 },
        { address: '2a00:1450:4001::1', family: 6 },
      ],
    })
    expect(answers).toHaveLength(1)
    expect(await look(false)).toBeInstanceOf(Error)
  })

  test('returns the first address to a socket that wants only one address', async () => {
    const lookup = publicLookup(resolving('2a00:1450:4001::1', '142.250.184.206'))
    const first = new Promise((resolve) => {
      lookup('maps.app.goo.gl', { all: false }, (_, address, family) => resolve({ address, family }))
    })
    expect(await first).toEqual({ address: '2a00:1450:4001::1', family: 6 })
  })
})
