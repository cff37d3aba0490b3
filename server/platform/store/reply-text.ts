import { isUtf8 } from 'node:buffer'

/** The maximum length of a printed reply, in characters. */
const maxLength = 4_000_000

/**
 * Formats a reply as redis-cli does in a terminal, except that text which is not part of a list has no quotes.
 * Whatever is not printable text appears as `\xNN`. A longer reply is cut off, and says so.
 * @param reply text (as a buffer or a string), numbers, lists, and null.
 */
export function replyText(reply: unknown): string {
  let room = maxLength
  const lines: string[] = []
  for (const line of linesOf(reply)) {
    lines.push(line.slice(0, room))
    room -= line.length + 1
    if (room > 0) continue
    lines.push(`(cut off after ${maxLength.toLocaleString('en')} characters)`)
    break
  }
  return lines.join('\n')
}

function* linesOf(reply: unknown): Generator<string> {
  if (typeof reply === 'string' || Buffer.isBuffer(reply)) yield* printable(reply, false).trimEnd().split('\n')
  else yield* itemLines(reply)
}

function* itemLines(item: unknown): Generator<string> {
  if (item === null) yield '(nil)'
  else if (!Array.isArray(item)) yield typeof item === 'number' ? `(integer) ${item}` : quoted(item)
  else if (item.length === 0) yield '(empty array)'
  else {
    const width = String(item.length).length
    for (const [index, one] of item.entries()) {
      let label = `${String(index + 1).padStart(width)}) `
      for (const line of itemLines(one)) {
        yield label + line
        label = ' '.repeat(width + 2)
      }
    }
  }
}

const quoted = (item: unknown) => `"${printable(item, true).replaceAll('\n', '\\n')}"`

/** Returns text without control characters, except for line breaks and tabs. */
function printable(item: unknown, isQuoted: boolean): string {
  const bytes = Buffer.isBuffer(item) ? item : Buffer.from(String(item))
  const isText = isUtf8(bytes)
  const text = bytes.toString(isText ? 'utf8' : 'latin1').replaceAll('\r\n', '\n')
  const hidden = isText ? /[^\P{Cc}\n\t]/gu : /[^ -~\n\t]/g
  return (isQuoted ? text.replace(/["\\]/g, '\\$&') : text).replace(hidden, hex)
}

const hex = (character: string) => `\\x${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`
