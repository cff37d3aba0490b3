import type { IncomingMessage, ServerResponse } from 'node:http'
import { maxDiscardedBytes } from '@/server/runtime/bounded-body'

/** How long a caller may take to read an answer before a connection is closed from which nothing more is read. */
const partingMs = 2_000

/** Whether a body is known to be so long that its rest is not discarded, and the connection ends with the answer. */
export const isTooLongToDiscard = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > maxDiscardedBytes

/**
 * Discards what comes of a body after its call was answered, up to a limit: many callers send all of a body before they read the
 * answer. If there is more, it stops reading, and closes the connection a moment later, when the caller has read the answer.
 */
export function discardRest(outgoing: ServerResponse): void {
  const { req: incoming } = outgoing
  let left = isTooLongToDiscard(incoming) ? 0 : maxDiscardedBytes
  let parting: NodeJS.Timeout | undefined
  const part = () => {
    incoming.pause()
    parting ??= setTimeout(() => incoming.destroy(), partingMs)
  }
  incoming.on('data', (chunk: Buffer) => {
    left -= chunk.byteLength
    if (left < 0) part()
  })
  incoming.once('close', () => clearTimeout(parting))
  if (left === 0) part()
  else incoming.resume()
}
