import { tooManyAtOnce } from './turns'

/** How many bytes of long bodies a process holds at the same time, and how many of them one holder may have. */
export const maxHeldBytes = { all: 32 * 1024 * 1024, each: 8 * 1024 * 1024 }

/** The bytes of long bodies in this process, by holder. A body is held until its call is answered. */
export class HeldBytes {
  readonly #limits: typeof maxHeldBytes
  readonly #byHolder = new Map<string, number>()
  #all = 0

  constructor(limits = maxHeldBytes) {
    this.#limits = limits
  }

  /**
   * Reserves room for a body before it is read.
   * @param holders whom its bytes count for: a network, and an account or a kind of caller.
   * @returns a function that ends the reservation; calling it again does nothing.
   * @throws PinrefError `too_many_requests` if the process or a holder has no room left.
   */
  reserve(bytes: number, holders: readonly string[]): () => void {
    const { all, each } = this.#limits
    const isFull = (holder: string) => (this.#byHolder.get(holder) ?? 0) + bytes > each
    if (this.#all + bytes > all || holders.some(isFull)) throw tooManyAtOnce()
    this.#add(bytes, holders)
    let isHeld = true
    return () => {
      if (isHeld) this.#add(-bytes, holders)
      isHeld = false
    }
  }

  #add(bytes: number, holders: readonly string[]): void {
    this.#all += bytes
    for (const holder of holders) {
      const left = (this.#byHolder.get(holder) ?? 0) + bytes
      if (left > 0) this.#byHolder.set(holder, left)
      else this.#byHolder.delete(holder)
    }
  }
}
