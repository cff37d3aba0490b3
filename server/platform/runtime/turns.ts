import { performance as nodePerformance } from 'node:perf_hooks'
import { PinrefError } from '@/server/platform/problems/errors'

/** The limits for one kind of heavy work in a process. */
export interface TurnLimits {
  /** How many turns may run at the same time. */
  most: number
  /** How many of one holder's turns may run at the same time. */
  each: number
  /** How many of one holder's turns may wait. */
  waiting: number
  /** How long each turn may wait, in milliseconds. */
  waitMs: number
  /** How long a holder rests after a turn while short calls arrive, as a multiple of the turn's processor time. */
  rest: number
}

interface Holder {
  working: number
  isResting: boolean
  /** The processor time of the latest turn, in milliseconds. */
  latestMs: number
  /** Functions that start the waiting turns, in order. */
  waiting: Array<() => void>
}

/**
 * Schedules heavy work: its holders take turns, no matter how much each of them sends. Few turns run at once, and a
 * holder rests after its turn, so short calls and other holders get the processor.
 */
export class Turns {
  readonly #limits: TurnLimits
  /** The holders that are working, waiting, or resting. The holder whose latest turn ended longest ago comes first. */
  readonly #holders = new Map<string, Holder>()
  #working = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /**
   * Waits for a turn.
   * @param holder the owner of the work.
   * @param wait `signal` ends the wait. Unless `isPatient`, the wait also ends after `waitMs`, and only `waiting` of one
   *   holder's turns may wait.
   * @returns a function that ends the turn. Calling the function again does nothing.
   * @throws PinrefError `too_many_requests`; the signal's reason.
   */
  take(holder: string, wait: { signal?: AbortSignal | undefined; isPatient?: boolean } = {}): Promise<() => void> {
    const { most, waiting, waitMs } = this.#limits
    const { signal, isPatient = false } = wait
    const own = this.#holders.get(holder) ?? { working: 0, isResting: false, latestMs: 0, waiting: [] }
    this.#holders.set(holder, own)
    if (this.#working < most && this.#mayBegin(own)) return Promise.resolve(this.#begin(holder, own))
    if (!isPatient && own.waiting.length >= waiting) return Promise.reject(tooManyAtOnce())
    return new Promise((resolve, reject) => {
      const timer = isPatient ? undefined : setTimeout(() => leave(), waitMs)
      const start = () => {
        settle()
        resolve(this.#begin(holder, own))
      }
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
      }
      const leave = () => {
        settle()
        own.waiting = own.waiting.filter((one) => one !== start)
        this.#forgetIfIdle(holder, own)
        reject(signal?.reason ?? tooManyAtOnce())
      }
      own.waiting.push(start)
      if (signal?.aborted) leave()
      else signal?.addEventListener('abort', leave)
    })
  }

  #mayBegin = ({ working, isResting }: Holder): boolean => working < this.#limits.each && !isResting

  #begin(name: string, holder: Holder): () => void {
    this.#working += 1
    holder.working += 1
    const usedMs = measureProcessorTime(name)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#end(name, holder, usedMs())
    }
  }

  #end(name: string, holder: Holder, usedMs: number): void {
    this.#working -= 1
    holder.working -= 1
    holder.latestMs = usedMs
    const restMs = hasRecentCalls(performance.now()) ? usedMs * this.#limits.rest : 0
    if (restMs > 0) {
      holder.isResting = true
      setTimeout(() => {
        holder.isResting = false
        this.#forgetIfIdle(name, holder)
        this.#beginNext()
      }, restMs)
    }
    this.#holders.delete(name)
    this.#holders.set(name, holder)
    this.#forgetIfIdle(name, holder)
    this.#beginNext()
  }

  #forgetIfIdle(name: string, { working, isResting, waiting }: Holder): void {
    if (working === 0 && waiting.length === 0 && !isResting) this.#holders.delete(name)
  }

  /** Starts waiting turns while there are places. The holder whose latest turn used the least time goes first. */
  #beginNext(): void {
    while (this.#working < this.#limits.most) {
      const ready = [...this.#holders.values()].filter((one) => one.waiting.length > 0 && this.#mayBegin(one))
      const [first, ...others] = ready
      if (!first) return
      const next = others.reduce((least, one) => (one.latestMs < least.latestMs ? one : least), first)
      next.waiting.shift()?.()
    }
  }
}

/** The processor time that owners have used in their turns so far, in milliseconds, and how many turns each has. */
const meters = new Map<string, { usedMs: number; turns: number }>()

/**
 * Measures the time for which an owner's work holds the event loop: what it does before it first waits, and the steps
 * between the turns of `createTurns`.
 * @returns a function that ends the measurement and returns the milliseconds.
 */
function measureProcessorTime(owner: string): () => number {
  const meter = meters.get(owner) ?? { usedMs: 0, turns: 0 }
  meters.set(owner, meter)
  meter.turns += 1
  const { usedMs } = meter
  const startedMs = performance.now()
  setImmediate(() => recordProcessorTime(owner, performance.now() - startedMs))
  return () => {
    meter.turns -= 1
    if (meter.turns === 0) meters.delete(owner)
    return meter.usedMs - usedMs
  }
}

/** Adds to the processor time of an owner that has a turn. @param ms in milliseconds. */
function recordProcessorTime(owner: string, ms: number): void {
  const meter = meters.get(owner)
  if (meter) meter.usedMs += ms
}

/** How long holders keep resting after a short call, in milliseconds. */
const demandMs = 1_000

let latestCallMs = Number.NEGATIVE_INFINITY

/**
 * Whether short calls have arrived recently. Long work yields to such calls.
 * @param nowMs on the clock of `performance.now()`.
 */
const hasRecentCalls = (nowMs: number): boolean => nowMs - latestCallMs < demandMs

/** Records that a short call has arrived. @param nowMs on the clock of `performance.now()`. */
export function recordShortCall(nowMs: number): void {
  latestCallMs = nowMs
}

const retryAfterSeconds = 5

/**
 * The error for a caller with too much heavy work in a process at once. @param what the kind of work, in the plural.
 */
export const tooManyAtOnce = (what = 'large requests') =>
  new PinrefError(
    'too_many_requests',
    `Too many ${what} at once. Wait ${retryAfterSeconds} seconds, then send fewer in parallel.`,
    { retryAfterSeconds },
  )

/** The places taken in this process, by holder, each with the function that ends its work. The oldest come first. */
export type Places = Map<string, Set<() => void>>

/** How many places there are for one kind of long work. */
export interface PlaceLimits {
  /** In this process. */
  all: number
  /** For each holder. */
  each: number
  /**
   * If all places are taken, a holder with at least this many more places than the caller loses its oldest one to the
   * caller.
   */
  margin: number
}

/**
 * Takes one of a fixed number of places for long work, per process and per holder. Never waits for a place.
 * @param drop ends the work early, because another holder gets its place.
 * @param what the purpose of the places, for the error message.
 * @returns a function that releases the place. Calling the function again does nothing.
 * @throws PinrefError `too_many_requests`.
 */
export function takePlace(
  places: { value: Places | undefined },
  holder: string,
  { all, each, margin }: PlaceLimits,
  drop: () => void,
  what?: string,
): () => void {
  places.value ??= new Map()
  const taken = places.value
  const own = taken.get(holder)?.size ?? 0
  if (own >= each) throw tooManyAtOnce(what)
  if (sum(taken) >= all) {
    const [largest, [oldest]] = [...taken].reduce((most, one) => (one[1].size > most[1].size ? one : most))
    if (oldest === undefined || (taken.get(largest)?.size ?? 0) < own + margin) throw tooManyAtOnce(what)
    release(taken, largest, oldest)
    oldest()
  }
  // A holder may pass the same function for several places.
  const place = () => drop()
  taken.set(holder, (taken.get(holder) ?? new Set()).add(place))
  return () => release(taken, holder, place)
}

const sum = (taken: Places): number => [...taken.values()].reduce((count, { size }) => count + size, 0)

function release(taken: Places, holder: string, place: () => void): void {
  const own = taken.get(holder)
  if (own?.delete(place) && own.size === 0) taken.delete(holder)
}

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
