import { performance as nodePerformance } from 'node:perf_hooks'
import { recordProcessorTime } from './processor-time'
import { hasRecentCalls } from './short-calls'

/** How long work may hold the event loop before waiting calls and other work get their turn, in milliseconds. */
const maxHoldMs = 1

/**
 * How long the work pauses after a turn while short calls arrive, as a multiple of the time the event loop was busy. With this
 * value, the work gets a quarter of the time. While other processes need the processor, both a turn and its rest take
 * longer.
 */
const rest = 3
const maxRestMs = 15

/** When the rest after the latest turn ends, on the clock of `performance.now()`. */
let restUntilMs = 0

/** Work waiting for its next turn, by owner, in the order of the owners' turns. */
const waiting = new Map<string, Array<() => void>>()

/**
 * Waits for a turn. Each round of the event loop has one turn, so calls are answered in between, and owners alternate,
 * no matter how much work each of them has.
 */
function nextTurn(owner: string, heldMs: number): Promise<void> {
  recordProcessorTime(owner, heldMs)
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
  return hasRecentCalls(nowMs) ? restUntilMs - nowMs : 0
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
  // An owner with more work goes to the end of the line.
  waiting.delete(owner)
  if (own.length > 0) waiting.set(owner, own)
  if (waiting.size > 0) scheduleTurn()
  begin?.()
}

/** Resolves immediately while there is time left; otherwise, resolves on the next turn. */
export type YieldTurn = () => Promise<void>

/**
 * Returns a function to await between the steps of long work, which gives others a turn every millisecond.
 * @param owner the owner of the work, for example, an account id.
 */
export function createTurns(owner: string): YieldTurn {
  let endMs = performance.now() + maxHoldMs
  // The type of the global `performance` object lacks this method.
  let start = nodePerformance.eventLoopUtilization()
  let turn: Promise<void> | undefined
  return async () => {
    if (performance.now() < endMs) return
    turn ??= nextTurn(owner, nodePerformance.eventLoopUtilization(start).active).then(() => {
      turn = undefined
      endMs = performance.now() + maxHoldMs
      start = nodePerformance.eventLoopUtilization()
    })
    await turn
  }
}
