import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from './target'

export interface LongBodies {
  connections: number
  /** How long to keep opening connections. */
  ms: number
  /** Whether the last byte of each body is sent, so the call can be answered. */
  isWhole: boolean
  /** How many bytes are sent of each body; defaults to all, except for the last one unless `isWhole`. */
  sentBytes?: number
  method?: string
  /** A connection's headers, by its number. */
  headersOf(connection: number): string[]
  /** The path that gets the body. */
  path?: string
  /** The body; by default 4 MiB of lines. */
  body?: Buffer
}

const bytes = 4 * 1024 * 1024

/** Batch lines, as a CSV of place ids. */
const lines = Buffer.alloc(bytes, 'ChIJ3S-JXmauEmsRUcIaWtf4MzE\n')

/**
 * Sends long bodies over many connections at the same time, each as fast as it is read. A connection that ends is
 * replaced by another. Returns the count of each status (0 for no response).
 */
export async function sendLongBodies(target: Target, attack: LongBodies): Promise<Record<number, number>> {
  const {
    connections,
    ms,
    isWhole,
    sentBytes,
    method = 'POST',
    headersOf,
    path = '/api/batches?details=none&column=ChIJ3S-JXmauEmsRUcIaWtf4MzE',
    body = lines,
  } = attack
  const port = Number(new URL(target.url).port)
  const statuses: Record<number, number> = {}
  const until = performance.now() + ms
  let opened = 0

  async function once(): Promise<void> {
    const socket = connect(port, '127.0.0.1')
    const head = [
      `${method} ${path} HTTP/1.1`,
      'host: x',
      'content-type: text/csv',
      `content-length: ${body.byteLength}`,
    ]
    const closed = new Promise((resolve) => socket.once('close', resolve))
    let answer = ''
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
      // Like a client that has read the response.
      if (answer.includes('}')) socket.end()
    })
    socket.write(`${[...head, ...headersOf(opened++)].join('\r\n')}\r\n\r\n`)
    socket.write(body.subarray(0, sentBytes ?? body.byteLength - (isWhole ? 0 : 1)))
    await Promise.race([closed, sleep(Math.max(0, until - performance.now()))])
    socket.destroy()
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)
    statuses[status] = (statuses[status] ?? 0) + 1
  }

  const keepSending = async () => {
    while (performance.now() < until) await once()
  }
  await Promise.all(Array.from({ length: connections }, keepSending))
  return statuses
}
