import dns, { type LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, createServer, type LookupFunction, Socket, type TcpSocketConnectOpts } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { send } from '@/server/features/callbacks/deliver'
import { createFetchHop } from '@/server/places/links/expand/fetch-hop'
import { pinnedAgent, resolveHost } from '@/server/places/links/expand/pinned-agent'
import { withStore } from '../access/environment'
import { Browser, newEmail } from './sign-in/browser'

withStore({})

const publicAddress = '142.250.184.206'

/** The DNS answers still to give, in order. The last one is given again and again. */
let answers: string[][]
/** The names that were looked up. */
let lookups: string[]
/** The addresses that sockets were allowed to connect to, for each connection. */
let targets: string[][]
/** How many connections this machine's own service got. */
let connections: number
let port: number

const service = createServer((socket) => {
  connections += 1
  socket.destroy()
})

/**
 * Routes every connection, whatever its address, to the service: the public address, as if that were on the internet,
 * and this machine's and its network's own addresses.
 */
function standInForTheInternet(): void {
  const { connect } = Socket.prototype
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
    const [first] = args
    const options = (Array.isArray(first) ? first[0] : first) as TcpSocketConnectOpts
    if (options.port !== 443) return Reflect.apply(connect, this, args)
    const check = options.lookup
    if (!check) throw new Error('a connection without a check')
    const lookup: LookupFunction = (host, wanted, answer) =>
      check(host, wanted, (error, addresses) => {
        if (error) return answer(error, [])
        const all = Array.isArray(addresses) ? addresses : [{ address: addresses, family: 4 }]
        targets.push(all.map(({ address }) => address))
        answer(null, wanted.all ? [{ address: '127.0.0.1', family: 4 }] : '127.0.0.1', 4)
      })
    return Reflect.apply(connect, this, [{ ...options, port, lookup }, args[1]])
  })
  vi.spyOn(dns.promises, 'lookup').mockImplementation((async (host: string): Promise<LookupAddress[]> => {
    lookups.push(host)
    const [next = []] = answers.length > 1 ? answers.splice(0, 1) : answers
    return next.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }) as unknown as typeof dns.promises.lookup)
  syncBuiltinESMExports()
}

beforeAll(async () => {
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  port = (service.address() as AddressInfo).port
})
beforeEach(async () => {
  person = new Browser()
  await person.signUp(newEmail())
  lookups = []
  targets = []
  connections = 0
  standInForTheInternet()
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})
afterAll(() => service.close())

/** Metadata is fetched only for someone who is signed in, a limited number of times. */
let person: Browser

let hosts = 0
/** An app's metadata is fetched at most once a minute. */
let apps = 0

/** The calls that connect to a host that someone else chose, and their outcome if its address is not public. */
const callers = [
  {
    name: 'a callback',
    refused: 'private_address',
    connect: async (host: string) => {
      const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLSw=']
      return (await send({ url: `https://${host}/hook`, id: 'msg_1', body: '{}', secrets })).fault
    },
  },
  {
    name: 'a short link',
    refused: 'ENOTPUBLIC',
    connect: async (host: string) => {
      const fetchHop = createFetchHop(pinnedAgent(resolveHost), undefined)
      const failure = await fetchHop(new URL(`https://${host}/abc`), new AbortController().signal).catch((one) => one)
      return failure.cause?.code
    },
  },
  {
    name: 'an app’s metadata',
    refused: '/connect?error=unknown',
    connect: async (host: string) => {
      const query = new URLSearchParams({
        client_id: `https://${host}/${++apps}.json`,
        redirect_uri: 'http://127.0.0.1:3118/callback',
        response_type: 'code',
        state: 's',
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
        resource: 'http://localhost:3000/mcp',
      })
      return (await person.call(`/oauth2/authorize?${query}`)).headers.get('location')
    },
  },
]

describe.each(callers)('the connection for $name', ({ connect, refused }) => {
  test.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    'fd00::1',
    'fe80::1%lo',
    '64:ff9b::127.0.0.1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::1',
    '2001:0:7f00:1::1',
    `${publicAddress} 127.0.0.1`,
    `::1 ${publicAddress}`,
  ])('goes to the public address that was checked, not to what the name has afterward: %s', async (later) => {
    answers = [[publicAddress], later.split(' ')]
    const host = `host${++hosts}.example`
    await connect(host)
    expect([lookups, targets, connections]).toEqual([[host], [[publicAddress]], 1])
    expect(await connect(host)).toBe(refused)
    expect([lookups, targets, connections]).toEqual([[host, host], [[publicAddress]], 1])
  })
})
