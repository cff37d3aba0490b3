/** A line to look up, and where it is. */
export interface Line {
  text: string
  /** Counted from 1, empty lines included. */
  line: number
  /** The column of its first character that is not blank, from 1. */
  column: number
}

/**
 * Yields the lines of a stream in groups: those that have arrived, at most `most` at once, without empty ones. So the lines of
 * a program that keeps writing are answered as they come.
 */
export async function* linesOf(stream: AsyncIterable<Buffer>, most: number): AsyncGenerator<Line[], void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  let number = 0
  const take = (texts: string[]) =>
    texts.flatMap((text): Line[] => {
      number += 1
      return text.trim() === '' ? [] : [{ text: text.trim(), line: number, column: text.search(/\S/) + 1 }]
    })
  for await (const chunk of stream) {
    const texts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = texts.pop() ?? ''
    yield* lots(take(texts), most)
  }
  yield* lots(take([rest + decoder.decode()]), most)
}

function* lots(lines: Line[], most: number): Generator<Line[], void, undefined> {
  for (let at = 0; at < lines.length; at += most) yield lines.slice(at, at + most)
}
