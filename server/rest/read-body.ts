import { PinrefError } from '@/server/errors'

/** The most a body may hold. */
export const mostBytes = 16 * 1024

/**
 * The body of a request as text, at most 16 KiB of it; what is longer is not read to its end.
 * @throws PinrefError `payload_too_large`.
 */
export async function readBody(request: Request): Promise<string> {
  const declared = request.headers.get('content-length')
  if (declared !== null) {
    if (Number(declared) > mostBytes) throw tooLarge()
    // The host reads no more than was declared.
    return request.text()
  }
  if (!request.body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > mostBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export const tooLarge = () => new PinrefError('payload_too_large', 'Send at most 16 KiB.')
