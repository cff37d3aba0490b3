import type { Batch } from '../answers.js'

/** Colors text, if the stream is a terminal that supports colors. */
export interface Style {
  bold(text: string): string
  soft(text: string): string
  alarm(text: string): string
}

/** @param stream where the text will be written. */
export function styleFor(stream: { isTTY?: boolean }): Style {
  // https://no-color.org
  const isPlain = !stream.isTTY || process.env.NO_COLOR || process.env.TERM === 'dumb'
  const paint = (code: number, end: number) => (text: string) =>
    isPlain || text === '' ? text : `\u001b[${code}m${text}\u001b[${end}m`
  return { bold: paint(1, 22), soft: paint(2, 22), alarm: paint(31, 39) }
}

/** Prints a message to standard error, to keep it separate from the results on standard output. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Reports an error. @param place `file:line:column`, or null. */
export function reportFault(place: string | null, detail: string): void {
  const { alarm } = styleFor(process.stderr)
  say(`${alarm(`${place ?? 'pinref'}:`)} ${detail}`)
}

/** Shows a batch's progress on one line of a terminal; shows nothing if the output is not a terminal. */
interface Progress {
  show(batch: Batch): void
  /** Clears the line, so that something else can be printed. */
  clear(): void
}

/** The bar's width in characters. */
const width = 24

export function progressOn(stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) return { show: () => {}, clear: () => {} }
  const clear = () => stream.write('\r\u001b[K')
  return {
    clear,
    show(batch) {
      clear()
      stream.write(progressText(batch).slice(0, (stream.columns || 80) - 1))
    },
  }
}

/** Returns the line, such as `[######------] 512 of 1,000, 12 failed, 20 s left`. */
function progressText({ line_counts, state, seconds_left }: Batch): string {
  const { total, waiting, not_found, failed, unreadable } = line_counts
  const done = total - waiting
  const filled = total === 0 ? 0 : Math.floor((done / total) * width)
  const bar = '#'.repeat(filled).padEnd(width, '-')
  const faults = not_found + failed + unreadable
  const parts = [
    `[${bar}] ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`,
    faults > 0 && `${faults.toLocaleString('en')} failed`,
    state === 'running' ? seconds_left !== null && `${durationText(seconds_left)} left` : state,
  ]
  return parts.filter(Boolean).join(', ')
}

function durationText(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`
}
