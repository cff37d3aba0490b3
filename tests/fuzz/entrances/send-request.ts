import { type Agent, type ClientRequest, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import type { BuiltRequest } from './build-request'
import type { Recipe } from './recipes'

/** The response to a request. Status 0 means that the connection was closed without a response. */
export interface Answer {
  status: number
  type: string
  /** The beginning of the body. */
  text: string
  /** Whether the response was unfinished at the deadline. */
  hangs: boolean
}

/** Enough to find a problem's code. */
const keptCharacters = 20_000

/** A chunk of a nearly endless body, and the number of chunks after which the body ends. */
const chunk = Buffer.alloc(64 * 1024, ' ')
const maxChunks = 160

/** Sends a request in the way its shape requires and reads the response. Never rejects. */
export function sendRequest(
  url: string,
  { method, path, headers, body }: BuiltRequest,
  { shape, which }: Recipe,
  agent: Agent,
  deadlineMs: number,
): Promise<Answer> {
  return new Promise((resolve) => {
    const answer: Answer = { status: 0, type: '', text: '', hangs: false }
    const end = () => {
      clearTimeout(deadline)
      sent.destroy()
      resolve(answer)
    }
    const deadline = setTimeout(() => {
      answer.hangs = true
      end()
    }, deadlineMs)
    const isEndless = shape === 'endless' && body !== null
    const length = isEndless || body === null ? {} : { 'content-length': body.length }
    const { hostname, port } = new URL(url)
    const sent = request({ agent, hostname, port, method, path, headers: { ...headers, ...length } }, (response) => {
      answer.status = response.statusCode ?? 0
      answer.type = response.headers['content-type'] ?? ''
      const isPacked = response.headers['content-encoding'] === 'gzip'
      const read = isPacked ? response.pipe(createGunzip()) : response
      read.setEncoding('utf8').on('data', (text: string) => {
        if (answer.text.length < keptCharacters) answer.text += text
      })
      if (shape === 'slow reader') {
        read.pause()
        setTimeout(() => (which % 2 === 0 ? end() : read.resume()), which % 2_000)
      }
      read.once('end', end).once('error', end)
      response.once('close', () => setImmediate(end))
    })
    sent.once('error', end)
    if (shape === 'leaves early') setTimeout(end, which % 100)
    if (isEndless) void writeForever(sent, body)
    else sent.end(body ?? undefined)
  })
}

/** Writes a body and then spaces, as fast as the server accepts them, until the connection is closed. */
async function writeForever(sent: ClientRequest, body: Buffer): Promise<void> {
  sent.write(body.subarray(0, -1))
  for (let written = 0; written < maxChunks && !sent.destroyed; written++) {
    if (!sent.write(chunk)) await Promise.race([new Promise((resolve) => sent.once('drain', resolve)), sleep(1_000)])
  }
  sent.end()
}
