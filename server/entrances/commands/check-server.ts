import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import * as z from 'zod'
import { env, workerCount } from '../../platform/settings/env'
import { type StoreState, storeStates } from '../../platform/store/state-names'
import { urlAt } from '../http/listen'
import { type Finding, fault, ok, warning } from './finding'

/** How long the server may take to respond. Readiness waits for the store, so that this is longer than its timeout. */
const timeoutMs = () => 2_000 + 2 * env().STORE_TIMEOUT_MS

/** The response of `/api/health`, by which Pinref is recognized. */
const health = z.object({ status: z.literal('ok'), version: z.string(), build: z.string() })

/** The response of `/api/health/ready`. */
const readiness = z.object({ status: z.enum(['ok', 'partial', 'unavailable']), cause: z.enum(storeStates).optional() })

/**
 * Checks that the server on `PORT`, if there is one, can use the store just like this command. They differ if the command
 * was given other settings than the server.
 * @param own the state of the store as found by this command; null if it could not be tested.
 */
export async function checkServer(own: StoreState | null): Promise<Finding> {
  const { PORT, HOSTNAME, VERCEL } = env()
  if (VERCEL) return ok('Not checked on Vercel.')
  if (PORT === 0) return ok('Not checked, because PORT is 0.')
  const url = urlAt(PORT, HOSTNAME)
  try {
    const { version, build } = health.parse(await read(`${url}/api/health`))
    return compare(`The server on port ${PORT} (${version}, ${build})`, await worstState(url), own)
  } catch (error) {
    if (isRefused(error)) return ok(`No server is running on port ${PORT}.`)
    if ((error as Error).name !== 'AbortError') {
      return warning(`Another program uses port ${PORT}. End it, or set PORT to another port.`)
    }
    const seconds = timeoutMs() / 1_000
    return fault(`The server on port ${PORT} doesn't respond within ${seconds} seconds. See its log, and restart it.`)
  }
}

function compare(name: string, found: StoreState, own: StoreState | null): Finding {
  if (found === 'ok' && own === 'ok') return ok(`${name} is ready.`)
  if (found === own) return fault(`${name} finds the same fault in the store: ${found}.`)
  const difference =
    found === 'ok'
      ? `${name} is ready, although this command can't use the store.`
      : `${name} can't use the store (${found})${own === 'ok' ? ', although this command can' : ''}.`
  return fault(
    `${difference} Run doctor in the server's folder, with its settings and as its user: DATA_DIR, STORE_ID, and the ` +
      "store's address decide which store it accepts. The server's log has its reason.",
  )
}

/**
 * Returns the worst state that the server's workers report. Each new connection goes to the next worker.
 * @throws ZodError if this is another program; Error if it doesn't respond.
 */
async function worstState(url: string): Promise<StoreState> {
  const states = new Set<StoreState>()
  for (let worker = 0; worker < workerCount(env()); worker++) {
    const { status, cause } = readiness.parse(await read(`${url}/api/health/ready`))
    states.add(status === 'unavailable' ? (cause ?? 'unreachable') : status)
  }
  return storeStates.find((one) => states.has(one)) ?? 'ok'
}

/**
 * Returns the JSON of a response, whatever its status. (`fetch` refuses to connect to some ports.)
 * @throws Error if there is none in time.
 */
async function read(url: string): Promise<unknown> {
  const request = get(url, { agent: false, signal: AbortSignal.timeout(timeoutMs()) })
  const [response]: IncomingMessage[] = await once(request, 'response')
  return response && json(response)
}

/** Whether nothing listens on the port. */
const isRefused = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'
