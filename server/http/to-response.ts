import type { Answer } from '@/server/rest/call'
import { pairs } from '@/server/rest/headers'

/** Turns an answer into a fetch-style `Response`. */
export const toResponse = ({ status, headers, body }: Answer): Response =>
  new Response(typeof body === 'string' ? body || null : streamOf(body), { status, headers: pairs(headers) })

/** Returns a stream that reads the next text only when the one before is on its way. */
function streamOf(texts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const reader = texts[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await reader.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await reader.return?.()
    },
  })
}
