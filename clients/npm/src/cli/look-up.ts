import type { Pinref } from '../pinref.js'
import { readReference } from '../read-reference.js'
import type { Options } from './arguments.js'
import { Exit, exitOf } from './exit-codes.js'
import { clientFor } from './key.js'
import { type Failure, type Printer, printerFor, type Row, rowOf, type ShownListing } from './show.js'
import { say, styleFor, tellFault } from './terminal.js'

/** The result for a text. */
type Answer = { listing: ShownListing; error: null } | { listing: null; error: Failure }

/** Looks up texts and returns their answers in order. */
type LookUp = (texts: string[]) => Promise<Answer[]>

const maxAtOnce = 100

/**
 * Looks up the texts on the command line or, if there are none, each line of standard input, and prints what is found.
 * @returns whether all were found.
 */
export async function lookUp(texts: readonly string[], options: Options, signal: AbortSignal): Promise<boolean> {
  let isTold = false
  const client = clientFor(options.url, 2, () => {
    if (isTold) return
    isTold = true
    say('The rate limit is reached. Continuing at its pace; for a whole file, "pinref bulk" is faster.')
  })
  return answerAll(texts, options, (lot) => allOf(client, lot, options, signal))
}

/** Does the same offline, with only what each text itself says. */
export function readAll(texts: readonly string[], options: Options): Promise<boolean> {
  return answerAll(texts, options, async (lot) => lot.map(readOne))
}

async function allOf(client: Pinref, texts: string[], { details }: Options, signal: AbortSignal): Promise<Answer[]> {
  const answers: Answer[] = []
  for await (const { listing, error } of client.resolveAll(texts, { details, signal })) {
    if (error) answers.push({ listing: null, error })
    else {
      const { rate_limit: _, ...shown } = listing
      answers.push({ listing: shown, error: null })
    }
  }
  return answers
}

function readOne(text: string): Answer {
  try {
    const reference = readReference(text)
    if (reference.kind === 'listing') return { listing: reference.listing, error: null }
    const detail = `This is a short link, and what it leads to needs the network: pinref ${reference.url}`
    return { listing: null, error: { code: 'short_link', message: detail } }
  } catch (error) {
    return { listing: null, error: error as Failure }
  }
}

async function answerAll(texts: readonly string[], options: Options, ask: LookUp): Promise<boolean> {
  const { output, isStrict } = options
  const printer = printerFor(output, texts.length === 1, styleFor(process.stdout), (text) => process.stdout.write(text))
  const isGiven = texts.length > 0
  if (!isGiven && process.stdin.isTTY) throw new Exit('usage', 'Nothing to look up. See "pinref --help".')
  const given = texts.map((text, index) => ({ text, line: index + 1, column: 1 }))
  let allFound = true
  try {
    for await (const lot of isGiven ? [given] : linesOf(process.stdin, maxAtOnce)) {
      const place = ({ line, column }: Line) => (isGiven ? null : `<stdin>:${line}:${column}`)
      const hasFound = await answerLot(lot, { ask, isStrict, place, printer })
      allFound &&= hasFound
      if (!hasFound && isStrict) break
    }
  } finally {
    printer.end()
  }
  return allFound
}

interface Lot {
  ask: LookUp
  isStrict: boolean
  place: (line: Line) => string | null
  printer: Printer
}

/** @returns whether all of these lines were found. @throws Exit if no later line could be found either. */
async function answerLot(lines: readonly Line[], { ask, isStrict, place, printer }: Lot): Promise<boolean> {
  // With `--strict`, nothing after the first unreadable line is looked up.
  const sent = isStrict ? upToUnreadable(lines) : lines
  const answers = await ask(sent.map(({ text }) => text))
  let allFound = true
  for (const [index, line] of sent.entries()) {
    const answer = answers[index]
    if (!answer) break
    const exit = exitOf(answer.error)
    if (exit) throw place(line) === null ? exit : stoppedAt(place(line) as string, exit)
    const row: Row = rowOf(line.line, line.text, answer.listing, answer.error)
    printer.print(row)
    if (!row.problem) continue
    allFound = false
    tellFault(place(line), row.problem.detail)
  }
  return allFound
}

function upToUnreadable(lines: readonly Line[]): readonly Line[] {
  const at = lines.findIndex(({ text }) => {
    try {
      readReference(text)
      return false
    } catch {
      return true
    }
  })
  return at === -1 ? lines : lines.slice(0, at + 1)
}

function stoppedAt(place: string, exit: Exit): Exit {
  exit.message = `Stopped at ${place}. ${exit.message}`
  return exit
}

/** A line to look up, and where it is. */
interface Line {
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
async function* linesOf(stream: AsyncIterable<Buffer>, most: number): AsyncGenerator<Line[], void, undefined> {
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
