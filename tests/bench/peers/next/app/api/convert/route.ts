import { createPeer } from '@/tests/bench/peers/work'

/** The peer for the route files: the same call in a bare route handler in a bare Next.js app. */
const { REDIS_URL = '', KEY_PEPPER = '', BURST_LIMIT = '' } = process.env
const peer = createPeer(REDIS_URL, KEY_PEPPER, BURST_LIMIT)

export async function POST(request: Request): Promise<Response> {
  const started = Date.now()
  const { status, headers, body } = await peer.call(request.headers.get('x-api-key') ?? undefined, await request.json())
  const line = { time: started, requestId: headers['x-request-id'], status, durationMs: Date.now() - started }
  process.stdout.write(`${JSON.stringify(line)}\n`)
  return Response.json(body, { status, headers })
}
