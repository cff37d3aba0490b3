import { readdirSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeTimeoutMs } from '@/server/entrances/http/node-call'
import { samplePeaks } from '../load/sample'
import { countOf } from '../load/statistics'
import { appProcesses, descriptorsOf } from '../support/app-processes'
import type { App } from '../support/start-app'
import type { Target } from './target'

/** Sends bytes without reading the response, and returns the connection. */
function sendBlindly(app: App, bytes: string | Buffer): Socket {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1').pause()
  socket.on('error', () => {})
  socket.write(bytes)
  return socket
}

/** Sends many large bodies to the first page at the same time. Also returns the count for each status. */
export function postBodies(target: Target, count: number, megabytes: number) {
  return target.watch(async () => {
    const body = Buffer.alloc(megabytes * 1024 * 1024, 'a')
    return countOf(await Promise.all(Array.from({ length: count }, () => postBody(target.url, body))))
  })
}

/**
 * Sends a large body after its headers so that on a busy machine no body delays another connection's headers. Returns
 * the status, or 0 if there is no response.
 */
const postBody = (url: string, body: Buffer) =>
  new Promise<number>((resolve) => {
    const call = request(url, { method: 'POST', agent: false, headers: { 'content-length': body.length } })
    call.once('response', (response) => {
      resolve(response.statusCode ?? 0)
      response.resume()
    })
    call.on('error', () => resolve(0))
    call.flushHeaders()
    call.once('socket', (socket) => socket.once('connect', () => setImmediate(() => call.end(body))))
  })

/**
 * Requests a built file repeatedly on many connections, as far ahead as allowed, without reading the responses,
 * which are larger than the system's buffers. Also returns the number of additional server descriptors: the maximum
 * (`held`), and the number at the end (`kept`), once few are left or twice the write timeout has passed. Also returns
 * how long a call and a page took during this, in milliseconds.
 */
export function readNothing(target: Target, connections: number) {
  const get = `GET ${largestFile()} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  const { app } = target
  return target.watch(async () => {
    const before = descriptors(app)
    const more = () => descriptors(app) - before
    const sockets = Array.from({ length: connections }, () => sendBlindly(app, get.repeat(6)))
    // Sampled from the start, because on a busy machine the first connections are cut off before the last connections
    // have sent all their data.
    const { peaks, stop } = samplePeaks(() => ({ held: more() }), 100)
    for (let turn = 0; turn < 2; turn++) {
      await untilIdle(app)
      for (const socket of sockets) socket.write(get.repeat(5))
    }
    await untilIdle(app)
    const [callMs, pageMs] = [await timed(`${app.url}/api/health`), await timed(`${app.url}/docs`)]
    const latest = Date.now() + 2 * writeTimeoutMs
    while (more() >= connections / 10 && Date.now() < latest) await sleep(500)
    const remaining = more()
    stop()
    for (const socket of sockets) socket.destroy()
    return { held: peaks.held, remaining, callMs, pageMs }
  })
}

const descriptors = (app: App) => descriptorsOf(appProcesses(app.process.pid).workers)

/**
 * Waits until the app has sent all it can, so a page is rendered quickly again. If other programs use the machine,
 * pages are never quick, so this stops waiting while the connections are still far from the write timeout.
 */
async function untilIdle(app: App): Promise<void> {
  const latest = Date.now() + writeTimeoutMs / 6
  await sleep(1_000)
  while ((await timed(`${app.url}/docs`)) > 500 && Date.now() < latest) await sleep(500)
}

async function timed(url: string): Promise<number> {
  const started = performance.now()
  const answer = await fetch(url)
  await answer.text()
  if (answer.status !== 200) throw new Error(`${url} was answered ${answer.status}`)
  return performance.now() - started
}

function largestFile(): string {
  const files = readdirSync('dist/current/.next/static', { recursive: true, encoding: 'utf8' })
  const [largest] = files
    .map((name) => ({ name, bytes: statSync(join('dist/current/.next/static', name)).size }))
    .sort((one, other) => other.bytes - one.bytes)
  return `/_next/static/${largest?.name}`
}
