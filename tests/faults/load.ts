import { randomInt } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Documentation } from '../support/documented-answers'
import { ask } from './ask'
import { type Caller, newVisitor } from './callers'
import { oneOf } from './chance'
import type { Ledger } from './ledger'
import { anyQuestion, type Question } from './questions'

export interface LoadOptions {
  /** The address of each process; a replacement process uses the same address. */
  urls: readonly string[]
  accounts: readonly Caller[]
  ledger: Ledger
  documentation: Documentation
  patienceMs: number
}

export interface Load {
  /** Everyone who has called, including visitors. */
  callers: Caller[]
  /** Stops making calls and waits for the calls in flight. */
  stop(): Promise<void>
  /** Makes one more call, e.g. to check that a key works, and records it. */
  call(caller: Caller, question: Question, key: string | null): Promise<void>
}

const lanes = 28
/** Shorter than the server's idle timeout so that no connection closes during a call. */
const idleMs = 2_500
/** Callers pause between calls so that they don't saturate the machine. */
const maxThinkingMs = 60
/** More than the free quota so that the quota runs out too. */
const callsOfVisitor = 8

/** Starts random calls to all processes at once. */
export function startLoad({ urls, accounts, ledger, documentation, patienceMs }: LoadOptions): Load {
  const agents = urls.map(() => new Agent({ keepAlive: true, maxSockets: lanes, timeout: idleMs }))
  const callers: Caller[] = [...accounts]
  const everywhere = urls.map((_, process) => process)
  let going = true

  async function call(caller: Caller, question: Question, key: string | null): Promise<void> {
    const process = oneOf(caller.processes) ?? 0
    const url = urls[process]
    const agent = agents[process]
    if (url === undefined || agent === undefined) throw new Error(`no process ${process}`)
    const sentKey = question.key ?? key
    const headers = { 'x-forwarded-for': caller.address, ...(sentKey && { 'x-api-key': sentKey }) }
    const at = ledger.now()
    const outcome = await ask(question, { url, agent, headers, patienceMs, documentation })
    ledger.add({ caller, process, operation: question.operation, outcome, at, tookMs: ledger.now() - at })
  }

  async function keyLane() {
    while (going) {
      const caller = oneOf(accounts)
      const { key = null } = oneOf(caller?.keys ?? []) ?? {}
      if (caller && key) await call(caller, anyQuestion(), key)
      await sleep(randomInt(maxThinkingMs))
    }
  }

  async function visitorLane() {
    while (going) {
      const visitor = newVisitor(everywhere)
      callers.push(visitor)
      for (let turn = 0; going && turn < callsOfVisitor; turn++) {
        await call(visitor, anyQuestion(), null)
        await sleep(randomInt(maxThinkingMs))
      }
    }
  }

  const running = Array.from({ length: lanes }, (_, lane) => (lane % 4 === 0 ? visitorLane() : keyLane()))
  return {
    callers,
    call,
    async stop() {
      going = false
      await Promise.all(running)
      for (const agent of agents) agent.destroy()
    },
  }
}
