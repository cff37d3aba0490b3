import { HeldBytes, type LongBody } from '@/server/runtime/bounded-body'
import { perProcess } from '@/server/runtime/per-process'
import { type TurnLimits, Turns } from '@/server/runtime/turns'
import { type Client, networkOf } from './client'

/** A kind of caller without an account. Its bytes together count like those of one account. */
export type Stranger = 'visitors' | 'stripe'

/** How bodies longer than 16 KiB with lines for a batch are worked on, once they have been read. */
const largeWork: TurnLimits = { most: 1, each: 1, waiting: 4, waitMs: 20_000, rest: 5 }

const held = perProcess<HeldBytes>('held-bytes')
const turns = perProcess<Turns>('long-bodies')

/**
 * The body of one call, if it is longer than 16 KiB: read only for a caller who was looked up, counted as held by its network and
 * account until the call is answered, and worked on in its account's turn.
 */
export class HeldBody implements LongBody {
  readonly #client: () => Client
  readonly #lookUp: () => Promise<string>
  readonly #isWork: boolean
  #holder = ''
  #releases: Array<() => void> = []

  /**
   * @param lookUp returns the id of the account, or which stranger it is; throws what refuses the caller.
   * @param isWork whether the body takes long to read, but asks nobody but the store.
   */
  constructor(client: () => Client, lookUp: () => Promise<string | Stranger>, isWork = false) {
    this.#client = client
    this.#lookUp = lookUp
    this.#isWork = isWork
  }

  async admit(bytes: number): Promise<void> {
    this.#holder = await this.#lookUp()
    held.value ??= new HeldBytes()
    this.#releases.push(held.value.reserve(bytes, [`network ${networkOf(this.#client())}`, this.#holder]))
  }

  async turn(): Promise<void> {
    if (!this.#isWork) return
    turns.value ??= new Turns(largeWork)
    this.#releases.push(await turns.value.take(this.#holder))
  }

  /** Ends what the body holds. Called when its call is answered. */
  release(): void {
    for (const release of this.#releases) release()
    this.#releases = []
  }
}
