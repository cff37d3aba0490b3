import { HeldBytes, type LongBody } from '@/server/runtime/bounded-body'
import { perProcess } from '@/server/runtime/per-process'
import { type TurnLimits, Turns } from '@/server/runtime/turns'
import { type Client, networkOf } from './client'

/** A kind of caller without an account. All callers of one kind share a byte limit, as if they were one account. */
export type Stranger = 'visitors' | 'stripe'

/** How batch bodies longer than 16 KiB are processed after they have been read. */
const largeWork: TurnLimits = { most: 1, each: 1, waiting: 4, waitMs: 20_000, rest: 5 }

const heldBytes = perProcess<HeldBytes>('held-bytes')
const turns = perProcess<Turns>('long-bodies')

/**
 * The body of one call, if it is longer than 16 KiB. The body is read only for a known caller, counts toward the bytes
 * held by its network and account until the call is answered, and is processed when its account's turn comes.
 */
export class HeldBody implements LongBody {
  readonly #client: () => Client
  readonly #lookUp: () => Promise<string>
  readonly #isWork: boolean
  #holder = ''
  #releases: Array<() => void> = []

  /**
   * @param lookUp returns the account's id or the kind of stranger; throws if the caller is rejected.
   * @param isWork whether processing the body takes a long time and calls only the store.
   */
  constructor(client: () => Client, lookUp: () => Promise<string | Stranger>, isWork = false) {
    this.#client = client
    this.#lookUp = lookUp
    this.#isWork = isWork
  }

  async admit(bytes: number): Promise<void> {
    this.#holder = await this.#lookUp()
    heldBytes.value ??= new HeldBytes()
    this.#releases.push(heldBytes.value.reserve(bytes, [`network ${networkOf(this.#client())}`, this.#holder]))
  }

  async turn(): Promise<void> {
    if (!this.#isWork) return
    turns.value ??= new Turns(largeWork)
    this.#releases.push(await turns.value.take(this.#holder))
  }

  /** Releases everything that the body holds. Called when the response is sent. */
  release(): void {
    for (const release of this.#releases) release()
    this.#releases = []
  }
}
