/** Writes in colours, where that is a terminal that wants any. */
export interface Style {
  bold(text: string): string
  soft(text: string): string
  alarm(text: string): string
}

/** @param stream what is written to. */
export function styleFor(stream: { isTTY?: boolean }): Style {
  // https://no-color.org
  const isPlain = !stream.isTTY || process.env.NO_COLOR || process.env.TERM === 'dumb'
  const paint = (code: number, end: number) => (text: string) =>
    isPlain || text === '' ? text : `\u001b[${code}m${text}\u001b[${end}m`
  return { bold: paint(1, 22), soft: paint(2, 22), alarm: paint(31, 39) }
}

/** Says something on standard error, where it is in no answer's way. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Tells of a fault. @param place `file:line:column`, or null. */
export function tellFault(place: string | null, detail: string): void {
  const { alarm } = styleFor(process.stderr)
  say(`${alarm(`${place ?? 'pinref'}:`)} ${detail}`)
}
