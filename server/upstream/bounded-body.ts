import { readBounded } from '@/server/runtime/bounded-body'
import { UpstreamFailure } from './failure'

/**
 * Reads the body of an answer as text, up to a number of bytes after decompression.
 * @throws UpstreamFailure `bad_answer` if it is larger; what fetch throws if the connection breaks.
 */
export async function readBoundedText({ body }: Response, maxBytes: number): Promise<string> {
  const tooLarge = () => new UpstreamFailure('bad_answer', new Error(`more than ${maxBytes} bytes`))
  return (await readBounded(body, maxBytes, tooLarge)).toString('utf8')
}
