import { maxPartLines } from './limits'

/** Lines as they are sent, and in which format. */
export interface SentLines {
  format: 'csv' | 'jsonl'
  /** The heading row of a CSV; empty for JSON Lines. */
  head: string
  count: number
  /** Writes one line; may be called several times for the same line. */
  line: (index: number) => string
}

/** A part of a batch. */
export interface Part {
  /** From 1. */
  number: number
  data: string
  /** How many lines it has, and how many lines there are up to its end. */
  lines: number
  end: number
}

/**
 * Cuts lines into parts, always in the same way, because a part that is sent again replaces the earlier one.
 * @param maxBytes of a part, as a JSON string in UTF-8.
 */
export function* cutParts({ head, count, line }: SentLines, maxBytes: number): Generator<Part> {
  const headBytes = jsonBytes(head)
  let number = 1
  let held: string[] = []
  let bytes = headBytes
  const part = (end: number): Part => ({ number, data: head + held.join(''), lines: held.length, end })
  for (let index = 0; index < count; index++) {
    const text = `${line(index)}\n`
    const own = jsonBytes(text)
    if (held.length > 0 && (held.length === maxPartLines || bytes + own > maxBytes)) {
      yield part(index)
      number += 1
      held = []
      bytes = headBytes
    }
    held.push(text)
    bytes += own
  }
  if (held.length > 0) yield part(count)
}

const encoder = new TextEncoder()

const jsonBytes = (text: string): number => encoder.encode(JSON.stringify(text)).length

/** Writes a row of CSV. */
export const csvRow = (cells: readonly string[]): string =>
  cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
