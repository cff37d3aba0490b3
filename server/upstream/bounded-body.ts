import { UpstreamFailure } from './failure'

/**
 * Reads a body as text, up to a number of bytes after decompression.
 * @throws UpstreamFailure `bad_answer` where it is larger; what fetch throws where the connection breaks.
 */
export async function readBoundedText({ body, headers }: Response, mostBytes: number): Promise<string> {
  if (body === null) return ''
  if (Number(headers.get('content-length')) > mostBytes) {
    await body.cancel()
    throw tooLarge(mostBytes)
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw tooLarge(mostBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const tooLarge = (mostBytes: number) => new UpstreamFailure('bad_answer', new Error(`more than ${mostBytes} bytes`))
