import type { Writable } from 'node:stream'
import { withTimeout } from '@/server/runtime/with-timeout'

/** The most that may wait where the output is not read; then lines are dropped, before the log takes all memory. */
const longestQueueBytes = 8 * 1_024 * 1_024

/** How long the end of the process waits for the output to be read. */
const flushTimeoutMs = 2_000

interface Limits {
  /** Lines are written together once they have this many characters… */
  length: number
  /** …or the first of them has waited this long. */
  waitMs: number
}

/** Collects lines and writes many at once: a write for each would cost more than the line itself. */
export class LineQueue {
  readonly #output: Writable
  readonly #limits: Limits
  readonly #dropped: () => void
  #lines = ''
  #waiting: NodeJS.Timeout | undefined

  /** @param dropped is called each time lines are dropped because the output is not read. */
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

  /** Writes what has been collected. */
  send(written?: () => void): void {
    clearTimeout(this.#waiting)
    this.#waiting = undefined
    const lines = this.#lines
    this.#lines = ''
    if (this.#output.writableLength > longestQueueBytes) this.#dropped()
    else if (lines !== '' || written) this.#output.write(lines, written)
  }

  /** Writes what has been collected and waits until it has left this process, or until it is clear that it will not. */
  async flush(): Promise<void> {
    const written = new Promise<void>((resolve) => this.send(() => resolve()))
    await withTimeout(written, flushTimeoutMs, () => new Error('the output is not read')).catch(() => {})
  }
}
