import { readBareIdentifier } from './bare-identifiers'
import { broken, shortened } from './cuts'
import {
  beforeEllipsis,
  type FoundLink,
  findIn,
  fromQuotedPrintable,
  type NextWord,
  nextWord,
  startsWithEllipsis,
  unescaped,
} from './find-links'
import { bestOf, cidIn, type Reading, readLink, whatToPaste } from './read-link'
import type { Reference } from './reference'
import { refusalError, unsupported } from './refusal'
import { isWholeCode } from './short-link'
import { type Work, workOn } from './work'

const plainText = `This is neither a Google Maps link nor an identifier. ${whatToPaste} To find a listing by its name, use search.`

/**
 * Reads what a text points at: a link of Google Maps or Google Search in any known form, share text around one, a short
 * link, a place id, a feature id or a CID. Pure: it makes no network calls, and the answer is only what the text says.
 * @param work counts the steps, for tests.
 * @throws UnreadableText `no_listing_in_link` for a map link that names no single listing or was cut off, `unsupported_link` for
 *   any other text; the detail says what the text is and what to paste instead.
 */
export function readReference(text: string, work: Work = workOn(text)): Reference {
  const reading = readText(text.trim(), work)
  if (reading.kind === 'refused') throw refusalError(reading)
  return reading
}

function readText(text: string, work: Work): Reading {
  const bare = readBare(text)
  if (bare) return bare
  const plain = unescaped(text)
  const reading = readLinksIn(plain, work)
  if (reading && reading.kind !== 'refused') return reading
  const mail = /=3D/i.test(plain) ? readLinksIn(fromQuotedPrintable(plain), work) : null
  if (mail && mail.kind !== 'refused') return mail
  return reading ?? unsupported(plainText, 'words')
}

function readLinksIn(text: string, work: Work): Reading | null {
  const links = findIn(text)
  work.countLinks(links)
  return bestOf(links.map((found) => readFound(found, links.length === 1, work)))
}

const readBare = (text: string) => (/^https?:/i.test(text) ? null : readBareIdentifier(text))
const readOne = (link: string, work: Work): Reading => readBare(link) ?? readLink(link, work)

/**
 * Reads a link with regard to the text after it. If a number could go on there, the link was cut off or broken: then nothing is read,
 * unless what follows can only be the rest of the link.
 */
function readFound({ link, rest }: FoundLink, isOnly: boolean, work: Work): Reading {
  const reading = readOne(link, work)
  if (startsWithEllipsis(rest)) return isComplete(link, reading, work) ? reading : shortened(link)
  const next = nextWord(rest)
  if (reading.kind === 'short_link') return restored(reading, link, next, work)
  const start = reading.kind === 'refused' && reading.why !== null ? beforeEllipsis(link) : null
  if (start !== null && cidIn(reading) === null) return shortened(start)
  const cid = cidIn(reading)
  if (cid === null) return joined({ link, rest }, next, isOnly, work) ?? reading
  if (next === null || !/^[\da-f]|[!&=%#?:;]/i.test(next.word)) return reading
  const wholes = spellings(link, next).filter((spelling) => (cidIn(readOne(spelling, work)) ?? cid) !== cid)
  const [whole] = wholes
  if (whole === undefined) return reading
  // Only the rest of a link has such marks right after its digits.
  const isRest = wholes.length === 1 && /^(?:[\da-f]*[!&#?]|:0x)/i.test(next.word)
  return isRest ? readFound({ link: whole, rest: next.rest }, isOnly, work) : broken(link)
}

/** Returns a link with the word after it. Where a program broke it, the line may end with a `=` or `-` of the program's own. */
const spellings = (link: string, { word, isAcrossLines }: NextWord): string[] =>
  isAcrossLines && /[-=]$/.test(link) ? [link + word, link.slice(0, -1) + word] : [link + word]

/** Joins a short link's code that continues on the next line: the codes of its host all have the same length. */
function restored(reading: Reading, link: string, next: NextWord | null, work: Work): Reading {
  const whole = next?.isAcrossLines ? readOne(link + next.word, work) : reading
  // Older codes of goo.gl are shorter.
  return whole.kind === 'short_link' && whole.link.host !== 'goo.gl' && isWholeCode(whole.link) ? whole : reading
}

/** What may follow a link that was shortened: more of a number, the second half of a feature id, the listing that is open. */
const continuations = ['0', ':0x1', '&rlfi=si:1']

/** Whether a link that was shortened still has all of its identifier. */
function isComplete(link: string, reading: Reading, work: Work): boolean {
  if (reading.kind === 'refused') return false
  if (reading.kind === 'short_link') return isWholeCode(reading.link)
  // A route may go on to other places.
  if (reading.form === 'directions_link') return false
  return continuations.every((more) => {
    const other = cidIn(readOne(link + more, work))
    return other === null || other === reading.cid
  })
}

/** How many lines a link is put together from at most. */
const maxLines = 6

/** Marks of a link that a name in it does not have: `&ftid=`, `?cid=`, `/data=`, `!1s`. */
const marks = /[?&][\w.]+=|\/data=|!\d+[a-z]/gi

/** Puts a link together that names no listing before a line break or before the spaces in its name. */
function joined({ link, rest }: FoundLink, next: NextWord | null, isOnly: boolean, work: Work): Reading | null {
  let line: FoundLink = { link, rest }
  for (let count = 0, part = next; part?.isAcrossLines && count < maxLines; count++, part = nextWord(line.rest)) {
    const wholes = spellings(line.link, part)
    const named = wholes.filter((whole) => cidIn(readOne(whole, work)) !== null)
    if (named.length > 1) return broken(line.link)
    line = { link: named[0] ?? wholes[0] ?? line.link, rest: part.rest }
    if (named.length === 1) return readFound(line, isOnly, work)
  }
  const last = isOnly ? [...rest.matchAll(marks)].at(-1) : undefined
  if (last === undefined) return null
  const end = last.index + (/^\S*/.exec(rest.slice(last.index))?.[0].length ?? 0)
  const spaced = (link + rest.slice(0, end)).replace(/\s+/g, '+')
  return cidIn(readOne(spaced, work)) === null ? null : readFound({ link: spaced, rest: rest.slice(end) }, false, work)
}
