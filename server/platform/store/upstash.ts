import { once } from 'node:events'
import * as http from 'node:http'
import * as https from 'node:https'
import { json } from 'node:stream/consumers'
import { list, text } from './script-values'
import { type Command, type Reply, scanCount, type Transport } from './transport'

const textList = list(text)

/** How long an idle connection is used again. */
const maxIdleMs = 4_000

/**
 * Connects to Upstash or to any server with the same REST API. All commands go in one POST to `/pipeline`. The first
 * requests of a process take a third of the processor time that they would take with `fetch`.
 * @param timeoutMs how long callers wait for a reply. A hanging request is closed only after ten times this limit,
 *   because a late reply shows that the store is back.
 * @see https://upstash.com/docs/redis/features/restapi
 */
export function upstashTransport(url: string, token: string, timeoutMs: number): Transport {
  const endpoint = `${url.replace(/\/$/, '')}/pipeline`
  const { request, Agent } = endpoint.startsWith('https:') ? https : http
  // A network may drop an idle connection without a word, above all while a function is frozen.
  const agent = new Agent({ keepAlive: true, timeout: maxIdleMs })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

  async function post(commands: readonly Command[]): Promise<Reply[]> {
    // Commands in a closed request may still run.
    const signal = AbortSignal.timeout(10 * timeoutMs)
    const call = request(endpoint, { method: 'POST', agent, headers, signal })
    // A failure after the response's headers is the response's too.
    call.on('error', () => {})
    call.end(JSON.stringify(commands.map((command) => command.map(String))))
    const [response]: http.IncomingMessage[] = await once(call, 'response').catch((error: unknown) => {
      throw signal.aborted ? signal.reason : error
    })
    if (response?.statusCode === 200) return (await json(response)) as Reply[]
    response?.resume()
    throw new Error(`the store's REST endpoint answered ${response?.statusCode}`)
  }

  return {
    locksKeys: true,
    send(commands) {
      const replies = post(commands)
      return commands.map(async (_, index) => {
        const reply = (await replies)[index]
        if (!reply) throw new Error('the store returned fewer replies than commands')
        return reply
      })
    },
    async *scan(pattern) {
      for (let cursor = '0', isFirst = true; isFirst || cursor !== '0'; isFirst = false) {
        const [reply] = await post([['SCAN', cursor, 'MATCH', pattern, 'COUNT', scanCount]])
        if (!reply || 'error' in reply) throw new Error(`the store could not be scanned: ${reply?.error}`)
        const [next, keys] = Array.isArray(reply.result) ? reply.result : []
        cursor = String(next)
        yield textList.decode(keys)
      }
    },
    close: async () => agent.destroy(),
  }
}
