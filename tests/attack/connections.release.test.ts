import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { targetForTests } from './target'

/** More than a server holds. */
const flood = 10_500
/** An address of this machine that no other caller here has. */
const network = '127.0.0.9'

const target = targetForTests()

/** Opens connections from one network, 250 at a time, and returns them with how many the server has closed. */
async function openMany(first: string) {
  const port = Number(new URL(target.url).port)
  const sockets: Socket[] = []
  let closed = 0
  const open = () =>
    new Promise<void>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: network }, () => {
        if (first) socket.write(first)
        resolve()
      })
      sockets.push(socket)
      // Otherwise, a response that isn't read would hide that the connection has ended.
      socket.resume()
      socket.on('error', () => resolve())
      socket.once('close', () => {
        closed += 1
      })
    })
  while (sockets.length < flood) await Promise.all(Array.from({ length: 250 }, open))
  return { sockets, closedCount: () => closed }
}

/** Calls on new connections, one after another, and returns the count of each status; 0 for no response. */
async function callAnew(key: string, calls: number) {
  const statuses: Record<number, number> = {}
  for (let call = 0; call < calls; call++) {
    const headers = { 'x-api-key': key, connection: 'close' }
    const status = await fetch(`${target.url}/api/convert`, { method: 'POST', headers, body: '{"cid":"1"}' }).then(
      async (answer) => {
        await answer.text()
        return answer.status
      },
      () => 0,
    )
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

test.each([
  ['are silent', ''],
  ['send half of their headers', 'GET /api/health HTTP/1.1\r\nHost: x\r\nX-Long: '],
  ['keep a connection open after a call', 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['send headers without the body', 'POST /api/convert HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n'],
])('10,500 connections from one network that %s do not keep others out', async (_, first) => {
  const [key] = (await target.account('caller', 'unlimited')).keys
  const { result, attacked, ratio, beforeMb, peakMb } = await target.attack(async () => {
    const startedMs = performance.now()
    const { sockets, closedCount } = await openMany(first)
    const openedMs = performance.now() - startedMs
    const statuses = await callAnew(key?.key ?? '', 100)
    const closed = closedCount()
    for (const socket of sockets) socket.destroy()
    return { statuses, closed, openedMs }
  })
  expect(result.statuses).toEqual({ 200: 100 })
  expect(result.closed).toBeGreaterThanOrEqual(flood - 10_000)
  expect(attacked.statuses).toEqual({ 200: attacked.calls })
  expect(ratio).toBeLessThan(3)
  expect(peakMb - beforeMb).toBeLessThan(400)
})
