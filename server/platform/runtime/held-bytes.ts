import { PinrefError } from '@/server/platform/problems/errors'
import { tooManyAtOnce } from './turns'

/**
 * How many bytes of long bodies a process holds at the same time, in total, and per account or network. Accounts that
 * hold at most `small` get room first: an eighth of the total is kept for them, and others' uploads are dropped.
 */
export const maxHeldBytes = { all: 32 * 1024 * 1024, each: 8 * 1024 * 1024, small: 256 * 1024 }

const spareShare = 1 / 8

/** An upload below this rate, in bytes per second, is dropped for any other upload. */
const slowBytesPerSecond = 128 * 1024

/** How old an upload must be before it is dropped for another, in milliseconds, so that fast uploads can end. */
const minAgeMs = 2_000

/** How often the upload rate is checked, in milliseconds. A body's first interval is not checked if it is incomplete. */
export const paceMs = 5_000

/** The minimum upload rate, in bytes per second. */
export const minBytesPerSecond = 8 * 1024

/** Who sends a body. */
export interface Holder {
  /** The caller's network, see `networkOf`. */
  network: string
  /** An account's id, or a kind of caller without an account. */
  account: string
}

/** The error for a body that arrives below the minimum rate. */
export const bodyTooSlow = () =>
  new PinrefError(
    'body_too_slow',
    `The request body arrived too slowly. Send at least ${minBytesPerSecond / 1024} KiB per second.`,
  )

/** The names under which the bytes of a body are added up. */
const poolsOf = ({ network, account }: Holder) => ({
  all: 'all',
  network: `network ${network}`,
  account: `account ${account}`,
})

/**
 * The bytes of long bodies in this process. Bytes count from when they arrive, not from when they are announced, until
 * the call gets its response. If there is no room for more, the slowest upload of an account that holds more than
 * its share is dropped.
 */
export class HeldBytes {
  readonly #uploads = new Set<Upload>()
  /** The bytes and the number of uploads in each pool. */
  readonly #pools = new Map<string, { bytes: number; uploads: number }>()
  #pace: NodeJS.Timeout | undefined

  /**
   * Starts to count an upload, which has no bytes yet.
   * @param drop called at most once, with the error for the caller, if the upload must make room or is too slow.
   * @throws PinrefError `too_many_requests` if there could be no room for its first byte.
   */
  open(holder: Holder, drop: (error: PinrefError) => void): Upload {
    const upload = new Upload(this, holder, drop)
    this.#uploads.add(upload)
    this.#count(holder, 0, 1)
    this.#pace ??= setInterval(() => setImmediate(() => this.#dropSlow()), paceMs).unref()
    try {
      this.#inTheWay(upload, 1)
    } catch (error) {
      this.remove(upload)
      throw error
    }
    return upload
  }

  /** Makes room for more bytes of an upload, and counts them. @throws PinrefError `too_many_requests`. */
  add(upload: Upload, bytes: number): void {
    if (!this.#uploads.has(upload)) return
    for (let other = this.#inTheWay(upload, bytes); other !== null; other = this.#inTheWay(upload, bytes)) {
      other.drop(tooManyAtOnce())
    }
    this.#count(upload.holder, bytes, 0)
  }

  /** Stops counting an upload. */
  remove(upload: Upload): void {
    if (!this.#uploads.delete(upload)) return
    this.#count(upload.holder, -upload.bytes, -1)
    if (this.#uploads.size > 0) return
    clearInterval(this.#pace)
    this.#pace = undefined
  }

  #bytesIn = (pool: string): number => this.#pools.get(pool)?.bytes ?? 0

  #count(holder: Holder, bytes: number, uploads: number): void {
    for (const name of Object.values(poolsOf(holder))) {
      const pool = this.#pools.get(name) ?? { bytes: 0, uploads: 0 }
      pool.bytes += bytes
      pool.uploads += uploads
      if (pool.uploads > 0) this.#pools.set(name, pool)
      else this.#pools.delete(name)
    }
  }

  /**
   * Returns the upload to drop for more bytes of another; null if there is room for them.
   * @throws PinrefError `too_many_requests` if nothing can be dropped.
   */
  #inTheWay(upload: Upload, bytes: number): Upload | null {
    const { all, each, small } = maxHeldBytes
    const pools = poolsOf(upload.holder)
    const isSmall = this.#bytesIn(pools.account) + bytes <= small
    for (const [pool, limit, by] of [
      [pools.account, each, 'network'],
      [pools.network, each, 'account'],
      [pools.all, isSmall ? all : all * (1 - spareShare), 'account'],
    ] as const) {
      if (this.#bytesIn(pool) + bytes <= limit) continue
      const slowest = this.#slowestLarge(upload, pool, limit, by)
      const mayDrop = slowest && slowest !== upload && (isSmall || slowest.rate < slowBytesPerSecond)
      if (!mayDrop) throw tooManyAtOnce()
      return slowest
    }
    return null
  }

  /**
   * Returns the slowest upload in a pool among those that may be dropped and whose account or network holds more than
   * an equal share of the pool's room.
   * @param by what the room is shared by.
   */
  #slowestLarge({ holder }: Upload, pool: string, limit: number, by: keyof Holder): Upload | undefined {
    const held = new Map([[holder[by], 0]])
    const uploads = [...this.#uploads].filter(
      (one) => one.bytes > 0 && Object.values(poolsOf(one.holder)).includes(pool),
    )
    for (const one of uploads) held.set(one.holder[by], (held.get(one.holder[by]) ?? 0) + one.bytes)
    let slowest: Upload | undefined
    for (const one of uploads) {
      if (!one.isDroppable || (held.get(one.holder[by]) ?? 0) <= limit / held.size) continue
      if (slowest === undefined || one.rate < slowest.rate) slowest = one
    }
    return slowest
  }

  /** Runs after `setImmediate`: by then, a process that was busy has read what had arrived in time. */
  #dropSlow(): void {
    for (const upload of this.#uploads) if (upload.isTooSlow()) upload.drop(bodyTooSlow())
  }
}

/** A long body, from its first byte until its call gets a response. */
export class Upload {
  readonly holder: Holder
  readonly #held: HeldBytes
  readonly #onDrop: (error: PinrefError) => void
  readonly #startedMs = performance.now()
  #bytes = 0
  /** The bytes at the last check of the rate; null before the first check. */
  #checkedBytes: number | null = null
  /** In bytes per second; null while it is the average since the start. */
  #rate: number | null = null
  #state: 'arriving' | 'waiting' | 'processing' = 'arriving'

  constructor(held: HeldBytes, holder: Holder, onDrop: (error: PinrefError) => void) {
    this.#held = held
    this.holder = holder
    this.#onDrop = onDrop
  }

  get bytes(): number {
    return this.#bytes
  }

  /** The upload rate between the last two checks, or since the start, in bytes per second. */
  get rate(): number {
    return this.#rate ?? (this.#bytes * 1_000) / Math.max(1, performance.now() - this.#startedMs)
  }

  /** Whether the body is not being processed yet, and has had time to arrive. */
  get isDroppable(): boolean {
    return this.#state !== 'processing' && performance.now() - this.#startedMs >= minAgeMs
  }

  /** Counts bytes that have arrived. @throws PinrefError `too_many_requests` if there is no room for them. */
  add(bytes: number): void {
    this.#held.add(this, bytes)
    this.#bytes += bytes
  }

  /** Records that the whole body has arrived. */
  complete(): void {
    this.#rate = this.rate
    this.#state = 'waiting'
  }

  /** Records that the body is being processed. */
  process(): void {
    this.#state = 'processing'
  }

  /** Whether less than the minimum has arrived since the previous check. Called every `paceMs`. */
  isTooSlow(): boolean {
    if (this.#state !== 'arriving') return false
    const before = this.#checkedBytes
    this.#checkedBytes = this.#bytes
    if (before === null) return false
    this.#rate = ((this.#bytes - before) * 1_000) / paceMs
    return this.#rate < minBytesPerSecond
  }

  drop(error: PinrefError): void {
    this.release()
    this.#onDrop(error)
  }

  /** Stops counting the upload. Calling this function again does nothing. */
  release(): void {
    this.#held.remove(this)
  }
}
