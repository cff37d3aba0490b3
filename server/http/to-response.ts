import type { Answer } from '@/server/rest/call'
import { pairs } from '@/server/rest/headers'

/** An answer as a fetch-style host takes it. */
export const toResponse = ({ status, headers, body }: Answer): Response =>
  new Response(typeof body === 'string' ? body || null : streamOf(body), { status, headers: pairs(headers) })

/** Asks for more only once what came before is on its way. */
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
