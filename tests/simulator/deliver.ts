import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Answer } from './answer'
import type { Behaviour, Transport } from './behaviour'

const bigBytes = 10 * 1024 * 1024
const chunkBytes = 64 * 1024
const defaultDripEveryMs = 100
/** Extra bytes that a cut response announces in addition to its body, so even an empty body is cut. */
const owedBytes = 1024

/**
 * Sends a response as its behavior defines. Resolves when everything has been sent or the caller has disconnected.
 * @param gone aborts when the caller's connection closes.
 * @returns whether a complete response was sent without `response` knowing about it.
 */
export async function deliver(
  response: ServerResponse,
  answer: Answer,
  { transport, delayMs = 0, dripEveryMs = defaultDripEveryMs }: Behaviour,
  gone: AbortSignal,
): Promise<boolean> {
  if (delayMs > 0) await sleep(delayMs, undefined, { signal: gone })
  const { status, headers } = answer
  const body = Buffer.from(answer.body)
  const half = body.subarray(0, Math.floor(body.length / 2))
  const socket = response.socket
  if (socket === null) return false
  switch (transport) {
    case undefined:
      response.writeHead(status, { ...headers, 'content-length': body.length }).end(body)
      return false
    case 'truncate':
      response.writeHead(status, { ...headers, 'content-length': half.length }).end(half)
      return false
    case 'drip':
      response.writeHead(status, { ...headers, 'content-length': body.length })
      await drip(body, (byte) => response.write(byte), dripEveryMs, gone)
      response.end()
      return false
    case 'big':
      response.writeHead(status, headers)
      await pour(response, gone)
      response.end(body)
      return false
    case 'gzip_bomb':
      response.writeHead(status, { ...headers, 'content-encoding': 'gzip' })
      response.end(gzipSync(Buffer.concat([Buffer.alloc(bigBytes, ' '), body])))
      return false
    case 'reset_in_body':
    case 'cut_short':
      response.writeHead(status, { ...headers, 'content-length': body.length + owedBytes })
      response.write(half.length > 0 ? half : ' ', () => (transport === 'cut_short' ? socket.end() : reset(socket)))
      return false
    default:
      return sendRaw(transport, answer, socket, dripEveryMs, gone)
  }
}

/** The transports that bypass Node's HTTP. */
async function sendRaw(
  transport: Extract<Transport, 'hang' | 'reset' | 'drip_headers' | 'not_http'>,
  answer: Answer,
  socket: Socket,
  dripEveryMs: number,
  gone: AbortSignal,
): Promise<boolean> {
  if (transport === 'reset') reset(socket)
  if (transport === 'not_http') socket.end('SSH-2.0-OpenSSH_9.6\r\n')
  if (transport === 'hang') await once(gone, 'abort')
  if (transport !== 'drip_headers') return false
  await drip(rawHttp(answer), (byte) => socket.write(byte), dripEveryMs, gone)
  socket.end()
  return true
}

function reset(socket: Socket): void {
  socket.resetAndDestroy()
}

async function drip(bytes: Buffer, write: (byte: Buffer) => unknown, everyMs: number, gone: AbortSignal) {
  for (let at = 0; at < bytes.length; at++) {
    write(bytes.subarray(at, at + 1))
    await sleep(everyMs, undefined, { signal: gone })
  }
}

async function pour(response: ServerResponse, gone: AbortSignal): Promise<void> {
  const chunk = Buffer.alloc(chunkBytes, ' ')
  for (let sent = 0; sent < bigBytes; sent += chunkBytes) {
    if (!response.write(chunk)) await once(response, 'drain', { signal: gone })
  }
}

function rawHttp({ status, headers, body }: Answer): Buffer {
  const all = { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} -\r\n${lines.join('')}\r\n`, 'latin1'), Buffer.from(body)])
}
