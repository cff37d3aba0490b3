import { AsyncLocalStorage } from 'node:async_hooks'
import { APIError } from 'better-auth/api'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { createThrottledWarning } from '@/server/platform/observability/logger'
import { PinrefError } from '@/server/platform/problems/errors'
import { perProcess } from '@/server/platform/runtime/per-process'
import { type PlaceLimits, type Places, takePlace } from '@/server/platform/runtime/shared-places'
import { type TurnLimits, Turns, tooManyAtOnce } from '@/server/platform/runtime/turns'

/**
 * More hashes at once finish no sooner, but take the processor from other calls. Measured on two busy cores with one, two,
 * and four (libuv's threads) at a time: 3.3, 3.5, and 3.4 hashes a second, and a call's median is 2.3, 4.4, and 10.1 ms.
 */
const oneAtATime: TurnLimits = { most: 1, each: 1, waiting: 0, waitMs: 0, rest: 0 }

/** How many passwords may be waiting or hashed in one queue. */
export const passwordQueueLimits: PlaceLimits = { all: 20, each: 10, margin: 2 }

/** How long a password may wait, in milliseconds. */
export const passwordWaitMs = 4_000

/**
 * A queue of passwords to hash. Networks take turns, so one network's attempts only delay each other. Queues from npm
 * order work by time or priority only.
 */
export class PasswordQueue {
  readonly #turns = new Turns(oneAtATime)
  readonly #places: { value: Places | undefined } = { value: undefined }

  /**
   * Waits for a network's turn.
   * @param left aborts when the caller disconnects, which ends the wait.
   * @returns a function that ends the turn. Calling the function again does nothing.
   * @throws PinrefError `too_many_requests`; the signal's reason.
   */
  async take(network: string, left: AbortSignal): Promise<() => void> {
    const over = new AbortController()
    const end = () => over.abort(tooManyAtOnce())
    const freePlace = takePlace(this.#places, network, passwordQueueLimits, end)
    const timer = setTimeout(end, passwordWaitMs)
    try {
      const endTurn = await this.#turns.take(network, { signal: AbortSignal.any([left, over.signal]), isPatient: true })
      return () => {
        endTurn()
        freePlace()
      }
    } catch (error) {
      freePlace()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * Strangers cannot delay owners: callers with a session or an emailed link, and browsers that have signed in to the
 * account before.
 */
const queues = perProcess<Record<'strangers' | 'owners', PasswordQueue>>('password queues')

const warn = createThrottledWarning()

/** The passwords of one call. */
class PasswordCall {
  isOwner = false
  readonly #network: string
  readonly #left: AbortSignal
  #endTurn: (() => void) | undefined
  /** Results by what was hashed, so a call never hashes the same password twice for the same purpose. */
  readonly #results = new Map<string, unknown>()

  constructor(network: string, left: AbortSignal) {
    this.#network = network
    this.#left = left
  }

  /** Waits for a turn, which lasts until the next password has been hashed or the call ends. */
  async hold(): Promise<void> {
    this.#endTurn ??= await this.#take()
  }

  end(): void {
    this.#endTurn?.()
    this.#endTurn = undefined
  }

  async hash<T>(what: string, work: () => Promise<T>): Promise<T> {
    if (this.#results.has(what)) return this.#results.get(what) as T
    await this.hold()
    try {
      this.#left.throwIfAborted()
      const result = await work()
      this.#results.set(what, result)
      return result
    } finally {
      this.end()
    }
  }

  async #take(): Promise<() => void> {
    queues.value ??= { strangers: new PasswordQueue(), owners: new PasswordQueue() }
    const queue = this.isOwner ? queues.value.owners : queues.value.strangers
    try {
      return await queue.take(this.#network, this.#left)
    } catch (error) {
      if (!(error instanceof PinrefError)) throw error
      warn('sign-in attempts are being rejected, because too many passwords are waiting to be checked')
      throw tooManySignIns(error.retryAfterSeconds ?? 1)
    }
  }
}

const tooManySignIns = (retryAfterSeconds: number) =>
  new APIError(
    'TOO_MANY_REQUESTS',
    {
      code: 'TOO_MANY_SIGN_INS',
      message: `Too many sign-in attempts right now. Try again in ${retryAfterSeconds} seconds.`,
    },
    { 'x-retry-after': String(retryAfterSeconds) },
  )

const calls = new AsyncLocalStorage<PasswordCall>()

/**
 * Runs a call whose passwords take turns with those of other networks.
 * @param left aborts when the caller disconnects. Passwords that are still waiting are then never hashed.
 */
export async function withPasswordTurns<T>(network: string, left: AbortSignal, work: () => Promise<T>): Promise<T> {
  const call = new PasswordCall(network, left)
  return calls.run(call, work).finally(() => call.end())
}

/** Moves the current call to the owners' queue. Called only for the account whose password is hashed. */
export function trustOwner(): void {
  const call = calls.getStore()
  if (call) call.isOwner = true
}

/**
 * Waits for the turn in which the current call's password will be hashed.
 * @throws APIError 429; the reason of the signal if the caller disconnects.
 */
export const holdPasswordTurn = async (): Promise<void> => calls.getStore()?.hold()

/** Returns the current call. Code on this machine can also use better-auth without a call. */
const currentCall = (): PasswordCall => calls.getStore() ?? new PasswordCall('local', new AbortController().signal)

/** Hashes and verifies passwords as better-auth does, in turns. Both throw APIError 429 if too many are waiting. */
export const passwordHashing = {
  hash: (password: string): Promise<string> => currentCall().hash(password, () => hashPassword(password)),
  verify: ({ hash, password }: { hash: string; password: string }): Promise<boolean> =>
    currentCall().hash(`${hash} ${password}`, () => verifyPassword({ hash, password })),
}
