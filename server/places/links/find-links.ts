import { unescaped } from './escapes'

/** Whitespace, control characters, and invisible marks. */
const blank = String.raw`\s\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff`
/** Characters that end a link inside a string: blanks, quotes, and markup brackets. */
const gap = String.raw`${blank}"“”„«»<>\x60[\]`
const words = new RegExp(`[^${gap}]+`, 'gu')
/** The start of a link right after other text. After `=` or `/`, such a link is part of the previous one instead. */
const seam = /(?<=[\w,;|)}'])(?<!\/__)(?=https?:\/\/)/i
const opening = "('‘*_:;,，、：；（「『【《"
const closing = ".,;:!?'’)}*~|\\…⋯。，、；：！？）】」』》"
const scheme = /(?:https?|comgooglemaps(?:url)?|intent):\/\//i
const schemed = /^(?:(?:https?|comgooglemaps(?:url)?|intent):)?\/\/|^https?%(?:25)*3a/i
/**
 * A bare host counts as a link only if the text consists of nothing else: "St.Pauli" and "Booking.com office" are
 * names.
 */
const host = /^(?:[a-z0-9-]+\.)+[a-z0-9-]+(?::\d+)?$/i
const hostWithMore = /^(?:www\.(?:[a-z0-9-]+\.)*[a-z0-9-]+(?::\d+)?$|(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+(?::\d+)?[/?#])/i
const identifier =
  /^(?:(?:place_id[:=])?ChIJ[\w-]{23}[_=]*|0[xX][\da-fA-F]{1,16}:0[xX][\da-fA-F]{1,16}|[cC][iI][dD][:=]-?\d{1,20})$/

/** A link or an identifier in a string. */
export interface FoundLink {
  link: string
  /** The text after the link or identifier. */
  rest: string
}

/**
 * Finds the links, place ids, feature ids, and labeled CIDs in pasted text, in order, without the share text, markup,
 * JSON, quotes, and punctuation around them.
 */
export const findLinks = (text: string): string[] => findIn(unescaped(text)).map(({ link }) => link)

/** Finds links and identifiers in unescaped text, with the text after each match. */
export function findIn(text: string): FoundLink[] {
  const whole = text.trim()
  const all = whole.slice(...boundsIn(whole))
  return [...text.matchAll(words)].flatMap(({ 0: word, index }) => {
    let at = index
    return word.split(seam).flatMap((part): FoundLink[] => {
      const [start, end] = boundsIn(part)
      const found = part.slice(start, end)
      const from = at
      at += part.length
      const isLink = schemed.test(found) || hostWithMore.test(found) || (found === all && host.test(found))
      return isLink || identifier.test(found) ? [withoutEllipsis(found, text.slice(from + end))] : []
    })
  })
}

/** Returns the start and end of the link in a word. */
function boundsIn(word: string): [start: number, end: number] {
  const at = scheme.exec(word)?.index ?? 0
  const before = word.slice(0, at)
  // `https://` may directly follow other text, but after another link, it belongs to that link's parameter.
  let start = before.includes('.') && /[/\\?#@]/.test(before) ? 0 : at
  while (start < word.length && opening.includes(word.charAt(start))) start++
  const quote = word.charAt(start - 1) === "'" ? word.indexOf("'", start) : -1
  let end = quote === -1 ? word.length : quote
  while (end > start && closing.includes(word.charAt(end - 1))) end--
  return [start, end]
}

/** Moves an encoded ellipsis from the end of a link to the text after it. */
function withoutEllipsis(link: string, rest: string): FoundLink {
  const [marks = ''] = encodedEllipsis.exec(link) ?? []
  return { link: link.slice(0, link.length - marks.length), rest: marks + rest }
}

const encodedEllipsis = /[:;,.!?]{0,4}(?:%(?:25)*E2%(?:25)*80%(?:25)*A6)+$/i

const gapBefore = new RegExp(`^([!,.:;)]*)[*~|]*(?:<[^<>]{0,30}>|[${blank}"“”„«»<>\\x60[])+`, 'u')
const wordBefore = new RegExp(`^[^${gap}]+`, 'u')

/** A word after a link that may be the rest of the link. */
export interface NextWord {
  word: string
  /** The text after the word. */
  rest: string
  /** Whether something other than spaces separates the link and the word: a line break, a tag, or an invisible mark. */
  isAcrossLines: boolean
}

const longestGap = 60

/** Returns the word after a link; null if there is none, or if another link or the end of the sentence precedes it. */
export function nextWord(rest: string): NextWord | null {
  const [between = '', marks = ''] = gapBefore.exec(rest.slice(0, longestGap)) ?? []
  const [raw = ''] = wordBefore.exec(rest.slice(between.length)) ?? []
  let end = raw.length
  while (end > 0 && closing.includes(raw.charAt(end - 1))) end--
  if (between === '' || end === 0 || schemed.test(raw) || hostWithMore.test(raw)) return null
  const isAcrossLines = /[^ \u00a0]/.test(between.slice(marks.length))
  return { word: marks + raw.slice(0, end), rest: rest.slice(between.length + end), isAcrossLines }
}

/** An ellipsis at the beginning of a string, in any spelling, with the brackets around it. */
const ellipsis = /^[\s)\]}>"'”’»*_~|\\:;,!?]{0,4}[[(]?\s?(?:[…⋯]|\.{2,}|\. \. ?\.|(?:%(?:25)*E2%(?:25)*80%(?:25)*A6))/i

/** Whether a string begins with an ellipsis, because a program cut off the text before it. */
export const startsWithEllipsis = (text: string): boolean => ellipsis.test(text.slice(0, 30))

/** Returns a link up to the first ellipsis in it; null if it has none. */
export function beforeEllipsis(link: string): string | null {
  const at = link.search(/…|⋯|\.{3}|%(?:25)*E2%(?:25)*80%(?:25)*A6/i)
  return at === -1 ? null : link.slice(0, at)
}
