import { randomInt } from 'node:crypto'
import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { oneOf } from '../faults/chance'
import { numberedListing } from '../simulator/listings'
import { again, listings, type SoakContext } from './context'

/** Makes calls and disconnects before they end. */
export const leaveEarly = (world: SoakContext, key: string, pauseMs: number) =>
  again(world, pauseMs, async () => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const sent = request(`${world.url}/api/resolve`, { method: 'POST', headers })
    sent.on('error', () => {})
    const closed = new Promise((resolve) => sent.once('close', resolve))
    sent.on('response', (response) => response.resume())
    sent.end(JSON.stringify({ url: numberedListing(randomInt(listings)).placeId }))
    await sleep(randomInt(40))
    sent.destroy()
    await closed
    world.tally.add('calls left early', 'left')
  })

const head = 'POST /api/convert HTTP/1.1\r\nHost: localhost\r\n'

/** Text that is not a request, and requests that are invalid or incomplete. */
const broken: readonly string[] = [
  'nonsense\r\n\r\n',
  'GET /%ff HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET /api/convert HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'DELETE / HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET //api//convert HTTP/1.1\r\nHost: localhost\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
  `${head}Content-Length: 20\r\n\r\n{"cid":`,
  `${head}Content-Length: -1\r\n\r\n`,
  `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
  `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `${head}Content-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`,
  `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`,
  'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
]

/** Sends one of these strings, waits a moment, and disconnects. */
export const sendNonsense = (world: SoakContext, pauseMs: number) =>
  again(world, pauseMs, async () => {
    const { hostname, port } = new URL(world.url)
    const socket = connect(Number(port), hostname)
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1').slice(0, 20)
    })
    socket.on('error', () => {})
    socket.setTimeout(500, () => socket.destroy())
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(oneOf(broken) ?? '')
    await closed
    world.tally.add('nonsense', /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 'no answer')
  })
