import type { Writable } from 'node:stream'
import { withTimeout } from '@/server/with-timeout'

/** What may wait where nobody reads the output: a log must not take the memory. What comes then is dropped. */
const longestQueueBytes = 8 * 1_024 * 1_024

/** How long the end of the process may wait for whoever reads the output. */
const flushTimeoutMs = 2_000

interface Limits {
  /** Lines are written together once they have this many characters… */
  length: number
  /** …or the first of them has waited this long. */
  waitMs: number
}

/** Gathers lines and writes many at once: a write for each would cost more than all else about it. */
export class LineQueue {
  readonly #output: Writable
  readonly #limits: Limits
  readonly #dropped: () => void
  #lines = ''
  #waiting: NodeJS.Timeout | undefined

  /** @param dropped is told each time that lines are thrown away, since what was written before has not been read. */
  constructor(output: Writable, limits: Limits, dropped: () => void) {
    this.#output = output
    this.#limits = limits
    this.#dropped = dropped
  }

  write(line: string): void {
    this.#lines += line
    if (this.#lines.length >= this.#limits.length) this.send()
    else this.#waiting ??= setTimeout(() => this.send(), this.#limits.waitMs).unref()
  }

  /** Writes what has gathered. */
  send(written?: () => void): void {
    clearTimeout(this.#waiting)
    this.#waiting = undefined
    const lines = this.#lines
    this.#lines = ''
    if (this.#output.writableLength > longestQueueBytes) this.#dropped()
    else if (lines !== '' || written) this.#output.write(lines, written)
  }

  /** Writes what has gathered and waits until it is out of this process, or it is plain that nobody takes it. */
  async flush(): Promise<void> {
    const written = new Promise<void>((resolve) => this.send(() => resolve()))
    await withTimeout(written, flushTimeoutMs, () => new Error('the output is not read')).catch(() => {})
  }
}
