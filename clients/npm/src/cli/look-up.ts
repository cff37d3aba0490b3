import { chosenOptions, readLookupOptions } from '@/server/places/upstream/lookup-options'
import type { Pinref } from '../pinref.js'
import { readReference } from '../read-reference.js'
import type { Options } from './arguments.js'
import { Exit, exitOf } from './exit-codes.js'
import { clientFor } from './key.js'
import { languageOf } from './locale.js'
import { type Failure, type Printer, printerFor, type Row, rowOf, type ShownListing } from './show.js'
import { reportFault, say, styleFor } from './terminal.js'

/** The result for a string. */
type ShownResult = { listing: ShownListing; error: null } | { listing: null; error: Failure }

/** Looks up strings and returns their results in order. */
type LookUp = (texts: string[]) => Promise<ShownResult[]>

const maxAtOnce = 100

/**
 * Looks up the strings on the command line or, if there are none, each line of standard input, and prints the listings.
 * @returns whether all were found.
 */
export async function lookUp(texts: readonly string[], options: Options, signal: AbortSignal): Promise<boolean> {
  let isWarned = false
  const client = clientFor(options.url, 2, () => {
    if (isWarned) return
    isWarned = true
    say('Rate limit reached. Continuing more slowly. For a whole file, "pinref bulk" is faster.')
  })
  return lookUpAll(texts, options, (lot) => allOf(client, lot, options, signal))
}

/** Prints listings offline, with only the data in each string. */
export function readAll(texts: readonly string[], options: Options): Promise<boolean> {
  return lookUpAll(texts, options, async (lot) => lot.map(readOne))
}

async function allOf(client: Pinref, texts: string[], options: Options, signal: AbortSignal): Promise<ShownResult[]> {
  const outcomes: ShownResult[] = []
  const chosen = { ...readLookupOptions(options), language: languageOf(options) }
  for await (const { listing, error } of client.resolveAll(texts, { ...chosenOptions(chosen), signal })) {
    if (error) outcomes.push({ listing: null, error })
    else {
      const { rate_limit: _, ...shown } = listing
      outcomes.push({ listing: shown, error: null })
    }
  }
  return outcomes
}

function readOne(text: string): ShownResult {
  try {
    const reference = readReference(text)
    if (reference.kind === 'listing') return { listing: reference.listing, error: null }
    const detail = `A short link can't be read offline. Look it up: pinref ${reference.url}`
    return { listing: null, error: { code: 'short_link', message: detail } }
  } catch (error) {
    return { listing: null, error: error as Failure }
  }
}

async function lookUpAll(texts: readonly string[], options: Options, find: LookUp): Promise<boolean> {
  const { output, isStrict } = options
  const printer = printerFor(output, texts.length === 1, styleFor(process.stdout), (text) => process.stdout.write(text))
  const hasArguments = texts.length > 0
  if (!hasArguments && process.stdin.isTTY) throw new Exit('usage', 'Nothing to look up. See "pinref --help".')
  const lines = texts.map((text, index) => ({ text, line: index + 1, column: 1 }))
  let allFound = true
  try {
    for await (const lot of hasArguments ? [lines] : linesOf(process.stdin, maxAtOnce)) {
      const place = ({ line, column }: Line) => (hasArguments ? null : `<stdin>:${line}:${column}`)
      const hasFound = await lookUpLot(lot, { find, isStrict, place, printer })
      allFound &&= hasFound
      if (!hasFound && isStrict) break
    }
  } finally {
    printer.end()
  }
  return allFound
}

interface Lot {
  find: LookUp
  isStrict: boolean
  place: (line: Line) => string | null
  printer: Printer
}

/** @returns whether all of these lines were found. @throws Exit if later lines would fail too. */
async function lookUpLot(lines: readonly Line[], lot: Lot): Promise<boolean> {
  const { find, isStrict, place, printer } = lot
  // With `--strict`, stops at the first unreadable line, unless the server can read it.
  const sent = isStrict ? upToUnreadable(lines) : lines
  const outcomes = await find(sent.map(({ text }) => text))
  let allFound = true
  for (const [index, line] of sent.entries()) {
    const outcome = outcomes[index]
    if (!outcome) break
    const exit = exitOf(outcome.error)
    if (exit) throw place(line) === null ? exit : stoppedAt(place(line) as string, exit)
    const row: Row = rowOf(line.line, line.text, outcome.listing, outcome.error)
    printer.print(row)
    if (!row.problem) continue
    allFound = false
    reportFault(place(line), row.problem.detail)
  }
  return allFound && sent.length < lines.length ? lookUpLot(lines.slice(sent.length), lot) : allFound
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

/** A line to look up, and its position. */
interface Line {
  text: string
  /** Counted from 1, empty lines included. */
  line: number
  /** The column of its first non-blank character, from 1. */
  column: number
}

/**
 * Yields a stream's non-blank lines as they arrive, in groups of up to `most`. As a result, a program that keeps
 * writing gets results continuously.
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
