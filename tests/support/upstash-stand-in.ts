import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Redis } from 'ioredis'

/** Upstash's own script flag, which a real Redis server rejects. */
const lockingFlag = '#!lua flags=allow-key-locking\n'

/**
 * The part of Upstash's REST API that we use, in front of a real Redis server: `POST /pipeline` with an array of
 * commands returns an array of `{ result }` and `{ error }`. Scripts may start with Upstash's flag, and their hash then
 * includes it; `unlocked` lists the scripts that were sent without it.
 */
export async function startUpstashStandIn(redisUrl: string, token: string) {
  const redis = new Redis(redisUrl, { protocol: 2 })
  const hashes = new Map<string, string>()
  const unlocked: string[] = []
  const portable = (command: string[]): string[] => {
    const [name = '', script = '', ...rest] = command
    if (name.toUpperCase() === 'EVALSHA') return [name, hashes.get(script) ?? script, ...rest]
    if (name.toUpperCase() !== 'EVAL') return command
    if (!script.startsWith(lockingFlag)) {
      unlocked.push(script)
      return [name, script, ...rest]
    }
    const plain = script.slice(lockingFlag.length)
    hashes.set(sha1(script), sha1(plain))
    return [name, plain, ...rest]
  }
  const server = createServer(async (request, response) => {
    if (request.url !== '/pipeline' || request.headers.authorization !== `Bearer ${token}`) {
      response.writeHead(401).end('{"error":"Unauthorized"}')
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const commands: string[][] = JSON.parse(Buffer.concat(chunks).toString())
    const replies = await Promise.all(
      commands.map(portable).map(([name = '', ...args]) =>
        redis.call(name.toUpperCase(), ...args).then(
          (result) => ({ result }),
          (error: Error) => ({ error: error.message }),
        ),
      ),
    )
    response.setHeader('content-type', 'application/json').end(JSON.stringify(replies))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    /** Scripts that were sent without the flag. */
    unlocked,
    /** Closes every connection, as a server does with long-idle connections. */
    closeConnections: () => server.closeAllConnections(),
    async stop() {
      redis.disconnect()
      server.closeAllConnections()
      server.close()
    },
  }
}

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')
