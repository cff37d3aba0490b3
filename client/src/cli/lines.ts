/** A line that is to be looked up, and where it stands. */
export interface Line {
  text: string
  /** From 1, empty lines included. */
  line: number
  /** Of its first character that is no blank, from 1. */
  column: number
}

/**
 * The lines of a stream, in lots: as many as have come, at most so many. Empty ones are left out. So lines of a program that goes on
 * writing are answered as they come.
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
