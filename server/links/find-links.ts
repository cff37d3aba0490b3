/** What ends a link inside a text: whitespace, controls, invisible marks, quotes and brackets of markup. */
const gap = /[\s\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069"“”„«»<>`[\]]+/u
/** Where a link begins right after other text. After `=` or `/` it is part of the link before it instead. */
const seam = /(?<=[\w,;|)}'])(?=https?:\/\/)/i
const opening = "('‘*:;,，、：；（「『【《"
const closing = ".,;:!?'’)}*…。，、；：！？）】」』》"
const scheme = /(?:https?|comgooglemaps|comgooglemapsurl|intent):\/\//i
const likeness =
  /^(?:(?:https?|comgooglemaps|comgooglemapsurl|intent):)?\/\/|^https?%(?:25)*3a|^(?:[a-z0-9-]+\.)+[a-z0-9-]+(?::\d+)?(?:[/?#]|$)/i
const identifier = /^(?:ChIJ[\w-]{23}|0[xX][\da-fA-F]{1,16}:0[xX][\da-fA-F]{1,16}|[cC][iI][dD]:-?\d{1,20})$/

/**
 * Finds the links, place ids, feature ids and labeled CIDs in a pasted text, in order and without what surrounds them:
 * share text, markup, JSON, quotes, the punctuation of the sentence.
 */
export function findLinks(text: string): string[] {
  return unescapeJson(text)
    .split(gap)
    .flatMap((word) => word.split(seam))
    .map(linkIn)
    .filter((word) => likeness.test(word) || identifier.test(word))
}

/** Undoes JSON escapes: a link copied out of JSON may have `\/` for each slash, and `\u003d` and `\u0026` for `=` and `&`. */
function unescapeJson(text: string): string {
  if (!text.includes('\\')) return text
  const plain = text.replace(/\\u003d/gi, '=').replace(/\\u0026/gi, '&')
  return /https?:\\\/\\\//i.test(plain) ? plain.replaceAll('\\/', '/') : plain
}

function linkIn(word: string): string {
  const at = scheme.exec(word)?.index ?? 0
  const before = word.slice(0, at)
  // `https://` may be glued to the text before it, but after another link it is that link's parameter.
  let start = before.includes('.') && /[/\\?#@]/.test(before) ? 0 : at
  while (start < word.length && opening.includes(word.charAt(start))) start++
  const quote = word.charAt(start - 1) === "'" ? word.indexOf("'", start) : -1
  let end = quote === -1 ? word.length : quote
  while (end > start && closing.includes(word.charAt(end - 1))) end--
  const link = word.slice(start, end)
  return link.includes('&amp;') ? link.replaceAll('&amp;', '&') : link
}
