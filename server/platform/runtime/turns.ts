import { PinrefError } from '@/server/platform/problems/errors'
import { measureProcessorTime } from './processor-time'
import { hasRecentCalls } from './short-calls'

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
