import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../bench/statistics'

/** Calls of `convert` by a caller who has nothing to do with the attack. Times are in milliseconds. */
export interface ProbeFigures {
  calls: number
  p50Ms: number
  longestMs: number
  /** How often each status came; 0: no response. */
  statuses: Record<number, number>
}

/** The probe's figures before and during an attack. */
export interface AttackFigures<Result> {
  idle: ProbeFigures
  attacked: ProbeFigures
  /** How many times as long the median call took during the attack. */
  ratio: number
  result: Result
}

/** Between two calls of the probe: 25 calls a second stay below the default burst limit. */
const pauseMs = 40
const warmUpMs = 1_000

/**
 * Makes calls with a key, one after the other, alone and then for as long as an attack takes.
 * @param url of the server.
 * @param key of an account that the attack does not use. Its quota must allow 25 calls a second.
 * @param attack starts as soon as the server has been measured alone.
 * @param idleMs how long to measure that.
 */
export async function probeDuring<Result>(
  url: string,
  key: string,
  attack: () => Promise<Result>,
  idleMs = 3_000,
): Promise<AttackFigures<Result>> {
  await probe(url, key, sleep(warmUpMs))
  const idle = await probe(url, key, sleep(idleMs))
  const attacking = attack()
  const attacked = await probe(url, key, attacking)
  return { idle, attacked, ratio: attacked.p50Ms / idle.p50Ms, result: await attacking }
}

/** Makes calls with a key until something has ended, and for at least one call. */
export async function probe(url: string, key: string, until: Promise<unknown>): Promise<ProbeFigures> {
  // The attack's own connections must not delay the probe's.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const took: number[] = []
  const statuses: Record<number, number> = {}
  let isOver = false
  const end = () => {
    isOver = true
  }
  until.then(end, end)
  do {
    const started = performance.now()
    const status = await convert(url, key, agent).catch(() => 0)
    took.push(performance.now() - started)
    statuses[status] = (statuses[status] ?? 0) + 1
    await sleep(pauseMs)
  } while (!isOver)
  agent.destroy()
  return { calls: took.length, p50Ms: median(took), longestMs: Math.max(...took), statuses }
}

function convert(url: string, key: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(`${url}/api/convert`, { method: 'POST', agent, headers: { 'x-api-key': key } }, (response) => {
      text(response).then(() => resolve(response.statusCode ?? 0), reject)
    })
    call.once('error', reject)
    call.end('{"cid":"1"}')
  })
}
