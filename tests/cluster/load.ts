import { Pool } from 'undici'
import { atRate } from '../load/load'
import type { Account } from './accounts'

/** One call and its outcome. `atMs` is in milliseconds since the load began. */
export interface Call {
  /** The account's number. */
  account: number
  atMs: number
  tookMs: number
  /** `200`, a problem's code, or the connection error. */
  outcome: string
  /** The call's id; empty if there was no response. */
  id: string
}

export const isOk = ({ outcome }: Call): boolean => outcome === '200'

/** Calls at a steady rate, regardless of their outcomes. */
export interface Load {
  /** The calls that have ended, in that order. */
  calls: Call[]
  /** Milliseconds since the load began. */
  now(): number
  /** The maximum number in flight at once. */
  most(): number
  /** Settles when all calls have ended. */
  done: Promise<void>
}

export const perSecond = 1_600

/** Far more calls than are in flight in normal operation. */
const maxUnderWay = 1_000
const connections = 64

/**
 * Starts calling the servers in turn.
 * @param accountAt returns the number of the account that makes a call, by the call's number.
 */
export function startLoad(
  urls: readonly string[],
  accounts: readonly Account[],
  accountAt: (index: number) => number,
  count: number,
): Load {
  const pools = urls.map((url) => new Pool(url, { connections, pipelining: 1 }))
  const began = performance.now()
  const now = () => performance.now() - began
  const calls: Call[] = []
  let underWay = 0
  let most = 0

  async function call(pool: Pool | undefined, account: number): Promise<void> {
    const { key } = accounts[account] ?? {}
    if (!pool || !key) throw new Error('There is nobody to call, or to call as.')
    underWay += 1
    most = Math.max(most, underWay)
    const atMs = now()
    const { outcome, id } = await convert(pool, key)
    calls.push({ account, atMs, tookMs: now() - atMs, outcome, id })
    underWay -= 1
  }

  const done = atRate(perSecond, count, (index) => call(pools[index % pools.length], accountAt(index)), maxUnderWay)
  const end = async () => {
    await done
    await Promise.all(pools.map((pool) => pool.close()))
  }

  return { calls, now, most: () => most, done: end() }
}

async function convert(pool: Pool, key: string): Promise<Pick<Call, 'outcome' | 'id'>> {
  try {
    const { statusCode, headers, body } = await pool.request({
      method: 'POST',
      path: '/api/convert',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: '{"cid":"3545450935484072529"}',
    })
    const answer = (await body.json()) as { code?: string }
    return {
      outcome: statusCode === 200 ? '200' : (answer.code ?? String(statusCode)),
      id: String(headers['x-request-id']),
    }
  } catch (error) {
    return { outcome: (error as NodeJS.ErrnoException).code ?? String(error), id: '' }
  }
}

/** Returns a function that chooses a random index, each with its own probability. */
export function chooser(chances: readonly number[]): () => number {
  let sum = 0
  const sums = chances.map((chance) => {
    sum += chance
    return sum
  })
  return () => {
    const die = Math.random() * sum
    let low = 0
    for (let high = sums.length - 1; low < high; ) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) > die) high = middle
      else low = middle + 1
    }
    return low
  }
}
