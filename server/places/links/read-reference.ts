import { readBareIdentifier } from './bare-identifiers'
import { fromQuotedPrintable, unescaped } from './escapes'
import { beforeEllipsis, type FoundLink, findIn, type NextWord, nextWord, startsWithEllipsis } from './find-links'
import { bestOf, cidIn, type Reading, readLink } from './read-link'
import { isWholeCode, type Reference } from './reference'
import {
  broken,
  isTooShort,
  type Refusal,
  refusalError,
  rounded,
  shortened,
  tooShort,
  unsupported,
  whatToPaste,
} from './refusal'
import { TooMuchWork, type Work, workOn } from './work'

const plainText = `This is neither a Google Maps link nor an identifier. ${whatToPaste} To find a listing by name, use search.`

/**
 * Parses a string that points to a listing: a Google Maps or Google Search link in any known form, share text with such a
 * link, a short link, a place id, a feature id, or a CID. Pure: makes no network calls and uses only the text.
 * @param work counts the steps, for tests.
 * @throws UnreadableText `no_listing_in_link` for a map link that was cut off or does not point to one listing,
 *   `rounded_cid` for a CID that may have been rounded, and `unsupported_link` for any other text; the detail explains
 *   what the text is and what to paste instead.
 */
export function readReference(text: string, work?: Work): Reference {
  const reading = readText(text, work)
  if (reading.kind === 'refused') throw refusalError(reading)
  return reading
}

/** Does the same as `readReference`, but returns the reason for a rejection. */
export function readText(text: string, work?: Work): Reference | Refusal {
  try {
    const reading = readTrimmed(text.trim(), work ?? workOn(text))
    return reading.kind === 'listing' && reading.canBeRounded ? rounded(reading) : reading
  } catch (error) {
    if (error instanceof TooMuchWork) return error.refusal
    throw error
  }
}

function readTrimmed(text: string, work: Work): Reading {
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

/** Parses a link or an identifier within a string. An identifier may be the remainder of a link. */
function readOne(link: string, work: Work): Reading {
  const bare = readBare(link)
  if (bare?.kind === 'listing' && isTooShort(bare, () => true)) return tooShort(link, bare)
  return bare ?? readLink(link, work)
}

/** The maximum number of lines that are joined into one link. */
const maxLines = 12

/**
 * Parses a link together with the text after it. If that text could be the rest of a number, the link was cut off or
 * broken; it is rejected unless the text can only be the rest of the link.
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
  let line = link
  for (
    let count = 0, part = next;
    part !== null && count < (isOnly ? maxLines : 1);
    count++, part = nextWord(part.rest)
  ) {
    if (!part.isAcrossLines && !/^[\da-f]|[!&=%#?:;]/i.test(part.word)) break
    const wholes = spellings(line, part)
    const others = wholes.filter((whole) => (cidIn(readOne(whole, work)) ?? cid) !== cid)
    // Only the rest of a link would have such marks right after its digits. The identifier before the marks may be one
    // of several.
    const isFirst = count === 0 && others.length === 1 && /[/?]/.test(link)
    const isRest = isFirst && /^(?:[\da-f]*[!&#?]|:0x)/i.test(part.word)
    if (isRest) return readFound({ link: others[0] ?? link, rest: part.rest }, isOnly, work)
    if (others.length > 0) return broken(line)
    if (!part.isAcrossLines) break
    line = wholes[0] ?? line
  }
  return reading
}

/**
 * Returns a link joined with the word after it. A program that broke the link may have ended the line with `=` or `-`.
 */
function spellings(link: string, { word, isAcrossLines }: NextWord): string[] {
  const digits = /^[\da-f]*/i.exec(word)?.[0] ?? ''
  const wholes = digits === word || /[/?]/.test(link) ? [link + word] : [link + word, link + digits]
  return isAcrossLines && /[-=]$/.test(link) ? [...wholes, link.slice(0, -1) + word] : wholes
}

/**
 * Joins a short link's code that was split across two lines, which is possible because all of a host's codes have the
 * same length.
 */
function restored(reading: Reading, link: string, next: NextWord | null, work: Work): Reading {
  const whole = next?.isAcrossLines ? readOne(link + next.word, work) : reading
  // Older goo.gl codes are shorter.
  return whole.kind === 'short_link' && whole.link.host !== 'goo.gl' && isWholeCode(whole.link) ? whole : reading
}

/**
 * Possible continuations of a shortened link: the rest of a number, the second half of a feature id, or the open
 * listing.
 */
const continuations = ['0', ':0x1', '&rlfi=si:1']

/** Whether a shortened link still has its complete identifier. */
function isComplete(link: string, reading: Reading, work: Work): boolean {
  if (reading.kind === 'refused') return false
  if (reading.kind === 'short_link') return isWholeCode(reading.link)
  // A route may include more places.
  if (reading.form === 'directions_link') return false
  return continuations.every((more) => {
    const other = cidIn(readOne(link + more, work))
    return other === null || other === reading.cid
  })
}

/** Link syntax that never occurs in a name: `&ftid=`, `?cid=`, `/data=`, `!1s`. */
const marks = /[?&][\w.]+=|\/data=|!\d+[a-z]/gi

/** Joins the parts of a link whose listing comes after a line break or after spaces in its name. */
function joined({ link, rest }: FoundLink, next: NextWord | null, isOnly: boolean, work: Work): Reading | null {
  let line: FoundLink = { link, rest }
  for (
    let count = 0, part = next;
    part?.isAcrossLines && count < (isOnly ? maxLines : 3);
    count++, part = nextWord(line.rest)
  ) {
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
