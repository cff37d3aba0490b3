import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { WireAnswer } from '../../support/documented-answers'
import type { RawConversation } from './raw-requests'

/** An incomplete request may never get a response; the client stops waiting after this time. */
const patienceMs = 250

/** The maximum time for the response to a complete request. */
const longestMs = 20_000

/** Sends bytes, and returns the response bytes as latin-1 once the server closes the connection or falls silent. */
export async function converse(url: string, { pieces, leaves, isWhole }: RawConversation): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1')
  })
  // A server that rejects a request may reset the connection while the rest is being sent.
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await Promise.race([once(socket, 'connect'), closed])
  for (const piece of pieces) {
    socket.write(piece, 'latin1')
    await nextTurn()
  }
  if (!leaves) {
    socket.setTimeout(isWhole && received === '' ? longestMs : patienceMs, () => socket.destroy())
    socket.once('data', () => socket.setTimeout(patienceMs))
    await closed
  }
  socket.destroy()
  await closed
  return received
}

/** Returns the complete responses in a byte stream. @throws if it is not HTTP. */
export function readAnswers(stream: string): WireAnswer[] {
  const answers: WireAnswer[] = []
  let rest = stream
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n')
    if (end === -1) break
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n')
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine) ?? []
    if (status === undefined) throw new Error(`no status line: ${statusLine.slice(0, 80)}`)
    const headers: IncomingHttpHeaders = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    rest = rest.slice(end + 4)
    if (status === '100') continue
    const length = Number(headers['content-length'] ?? 0)
    if (headers['transfer-encoding']) throw new Error('chunked, where the length of every answer is known')
    if (rest.length < length) break
    answers.push({ status: Number(status), headers, body: Buffer.from(rest.slice(0, length), 'latin1').toString() })
    rest = rest.slice(length)
  }
  return answers
}
