import { randomInt } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../faults/ask'
import type { Question } from '../faults/questions'
import type { Documentation } from '../support/documented-answers'
import type { Tally } from './tally'

/** The context of every activity. */
export interface SoakContext {
  url: string
  tally: Tally
  documentation: Documentation
  agent: Agent
  /** Aborted when the soak ends. */
  signal: AbortSignal
}

/** The number of different listings requested: few, so that the store soon has data for all of them. */
export const listings = 300

/** The maximum duration of a call. The upstream deadline is two seconds. */
const patienceMs = 20_000

export const newAgent = () => new Agent({ keepAlive: true, maxSockets: 64, timeout: 2_500 })

/** Repeats some work until the soak ends, with a pause of `pauseMs` on average. */
export async function again(
  { signal, tally }: SoakContext,
  pauseMs: number,
  work: () => Promise<unknown>,
): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: Error) => {
      if (!signal.aborted) tally.add('failed on our side', String(error.cause ?? error.message))
    })
    await sleep(randomInt(2 * pauseMs), undefined, { signal }).catch(() => {})
  }
}

/** Makes one call and checks that the response is correct and as documented. */
export async function askAs(
  { url, agent, documentation, tally }: SoakContext,
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
