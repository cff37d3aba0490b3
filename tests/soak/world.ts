import { randomInt } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../faults/ask'
import type { Question } from '../faults/questions'
import type { Documentation } from '../support/documented-answers'
import type { Tally } from './tally'

/** What every activity works with. */
export interface World {
  url: string
  tally: Tally
  documentation: Documentation
  agent: Agent
  /** Aborted when the soak ends. */
  signal: AbortSignal
}

/** So many listings are asked for: what is kept of them is soon complete. */
export const listings = 300

/** No call may take longer: the upstream's deadline is two seconds. */
const patienceMs = 20_000

export const newAgent = () => new Agent({ keepAlive: true, maxSockets: 64, timeout: 2_500 })

/** Does something again and again, with a pause of `pauseMs` on average, until the soak ends. */
export async function again({ signal, tally }: World, pauseMs: number, work: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: Error) => {
      if (!signal.aborted) tally.add('failed on our side', String(error.cause ?? error.message))
    })
    await sleep(randomInt(2 * pauseMs), undefined, { signal }).catch(() => {})
  }
}

/** Asks one question and holds the answer against what is right and what is documented. */
export async function askAs(
  { url, agent, documentation, tally }: World,
  activity: string,
  question: Question,
  from: { address?: string; key?: string },
): Promise<void> {
  const key = question.key ?? from.key
  const headers = { ...(from.address && { 'x-forwarded-for': from.address }), ...(key && { 'x-api-key': key }) }
  const outcome = await ask(question, { url, agent, headers, patienceMs, documentation })
  if (outcome.kind === 'hung') tally.fault(`no answer within ${patienceMs / 1_000} s: ${question.body.slice(0, 200)}`)
  if (outcome.kind === 'answered' && outcome.fault !== null) tally.fault(outcome.fault)
  tally.add(activity, outcome.kind === 'answered' ? (outcome.code ?? outcome.status) : outcome.kind)
}
