/** Adds colours to text, if the stream is a terminal that wants them. */
export interface Style {
  bold(text: string): string
  soft(text: string): string
  alarm(text: string): string
}

/** @param stream where the text is written. */
export function styleFor(stream: { isTTY?: boolean }): Style {
  // https://no-color.org
  const isPlain = !stream.isTTY || process.env.NO_COLOR || process.env.TERM === 'dumb'
  const paint = (code: number, end: number) => (text: string) =>
    isPlain || text === '' ? text : `\u001b[${code}m${text}\u001b[${end}m`
  return { bold: paint(1, 22), soft: paint(2, 22), alarm: paint(31, 39) }
}

/** Prints a message on standard error, so that it does not mix with the answers on standard output. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Reports a fault. @param place `file:line:column`, or null. */
export function tellFault(place: string | null, detail: string): void {
  const { alarm } = styleFor(process.stderr)
  say(`${alarm(`${place ?? 'pinref'}:`)} ${detail}`)
}
