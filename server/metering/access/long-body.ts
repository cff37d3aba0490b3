import type { LongBody } from '@/server/platform/runtime/bounded-body'
import { HeldBytes, type Upload } from '@/server/platform/runtime/held-bytes'
import { perProcess } from '@/server/platform/runtime/per-process'
import { type TurnLimits, Turns } from '@/server/platform/runtime/turns'
import { callCutShort, unansweredCalls } from '@/server/platform/runtime/unanswered-calls'
import { type Client, networkOf } from './client'

/** A kind of caller without an account. All callers of one kind share a byte limit, as if they were one account. */
export type Stranger = 'visitors' | 'stripe'

/** A kind of body that takes a long time to process and calls only the store. Each kind has its own places. */
export type BodyWork = 'batches' | 'watchlists'

/**
 * How bodies over 16 KiB are processed after they have been read. Short ones have places of their own, so they never
 * wait for others' long ones.
 */
export const works = {
  short: { most: 4, each: 1, waiting: 4, waitMs: 20_000, rest: 5 },
  long: { most: 1, each: 1, waiting: 4, waitMs: 20_000, rest: 5 },
} satisfies Record<string, TurnLimits>

/** The maximum size of a short body, in bytes. */
export const shortBytes = 256 * 1024

const heldBytes = perProcess<HeldBytes>('held-bytes')
const turns = perProcess<Map<string, Turns>>('long-bodies')

function turnsOf(work: BodyWork, length: keyof typeof works): Turns {
  turns.value ??= new Map()
  const name = `${length} ${work}`
  const existing = turns.value.get(name)
  if (existing) return existing
  const created = new Turns(works[length])
  turns.value.set(name, created)
  return created
}

/**
 * The body of one call, if it is longer than 16 KiB. The body is read only for a known caller, counts toward the bytes
 * held by its network and account until the call is answered, and is processed when its account's turn comes.
 */
export class HeldBody implements LongBody {
  readonly #client: () => Client
  readonly #lookUp: () => Promise<string>
  readonly #work: { kind: BodyWork; left(): AbortSignal } | null
  readonly #drop = new AbortController()
  #upload: Upload | undefined
  #endTurn: (() => void) | undefined

  /**
   * @param lookUp returns the account's id or the kind of stranger; throws if the caller is rejected.
   * @param work for a body that takes a long time to process: the kind of work, and a signal that aborts when the caller
   *   disconnects, which ends the wait for a turn.
   */
  constructor(
    client: () => Client,
    lookUp: () => Promise<string | Stranger>,
    work: { kind: BodyWork; left(): AbortSignal } | null = null,
  ) {
    this.#client = client
    this.#lookUp = lookUp
    this.#work = work
  }

  get signal(): AbortSignal {
    return this.#drop.signal
  }

  async admit(bytes: number): Promise<void> {
    const account = await this.#lookUp()
    heldBytes.value ??= new HeldBytes()
    const holder = { network: networkOf(this.#client()), account }
    this.#upload = heldBytes.value.open(holder, (error) => this.#drop.abort(error))
    this.#upload.add(bytes)
  }

  add(bytes: number): void {
    this.#upload?.add(bytes)
  }

  async turn(): Promise<void> {
    const upload = this.#upload
    if (upload === undefined) return
    upload.complete()
    if (this.#work !== null) {
      const length = upload.bytes > shortBytes ? 'long' : 'short'
      const refused = new AbortController()
      const refuse = () => refused.abort(callCutShort())
      const signal = AbortSignal.any([this.signal, this.#work.left(), refused.signal])
      unansweredCalls.add(refuse)
      try {
        this.#endTurn = await turnsOf(this.#work.kind, length).take(upload.holder.account, { signal })
      } finally {
        unansweredCalls.delete(refuse)
      }
    }
    upload.process()
  }

  /** Releases everything that the body holds. Called when the response is sent. */
  release(): void {
    this.#upload?.release()
    this.#endTurn?.()
  }
}
