import { performance } from 'node:perf_hooks'
import { callsCome } from './turns'

/** How long work may hold the event loop before waiting calls and the work of others get their turn, in milliseconds. */
const maxHoldMs = 1

/**
 * How long it then rests while short calls come, as a multiple of the time for which the event loop was busy: it has a quarter of
 * the time. While other processes need the processor, a turn takes longer, and so does its rest.
 */
const rest = 3
const maxRestMs = 15

/** When the rest after the latest turn ends, on the clock of `performance.now()`. */
let restUntilMs = 0

/** Work that waits for its next turn, by owner, in the order in which the owners get one. */
const waiting = new Map<string, Array<() => void>>()

/**
 * Waits for a turn. Each round of the event loop gives one turn, so calls are answered in between, and owners alternate, however
 * much work each of them has.
 */
function nextTurn(owner: string, heldMs: number): Promise<void> {
  restUntilMs = performance.now() + Math.min(rest * heldMs, maxRestMs)
  return new Promise((resolve) => {
    if (waiting.size === 0) scheduleTurn()
    const own = waiting.get(owner)
    if (own) own.push(resolve)
    else waiting.set(owner, [resolve])
  })
}

function scheduleTurn(): void {
  const leftMs = restLeftMs()
  if (leftMs > 0) setTimeout(giveTurn, leftMs)
  else setImmediate(giveTurn)
}

function restLeftMs(): number {
  const nowMs = performance.now()
  return callsCome(nowMs) ? restUntilMs - nowMs : 0
}

function giveTurn(): void {
  if (restLeftMs() > 0) {
    scheduleTurn()
    return
  }
  const [next] = waiting
  if (!next) return
  const [owner, own] = next
  const begin = own.shift()
  // An owner with more work goes behind the others.
  waiting.delete(owner)
  if (own.length > 0) waiting.set(owner, own)
  if (waiting.size > 0) scheduleTurn()
  begin?.()
}

/** Resolves right away while there is time left, otherwise with the next turn. */
export type YieldTurn = () => Promise<void>

/**
 * Returns a function to await between the steps of long work: it lets others have their turn every millisecond.
 * @param owner whose work it is, for example the id of an account.
 */
export function createTurns(owner: string): YieldTurn {
  let endMs = performance.now() + maxHoldMs
  let start = performance.eventLoopUtilization()
  let turn: Promise<void> | undefined
  return async () => {
    if (performance.now() < endMs) return
    turn ??= nextTurn(owner, performance.eventLoopUtilization(start).active).then(() => {
      turn = undefined
      endMs = performance.now() + maxHoldMs
      start = performance.eventLoopUtilization()
    })
    await turn
  }
}
