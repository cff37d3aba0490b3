/** What ends a link inside a text: whitespace, controls, invisible marks, quotes and brackets of markup. */
const gap = /[\s\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069"“”„«»<>`[\]]+/u
const opening = "('‘*:;,，、：；（「『【《"
const closing = ".,;:!?'’)}*…。，、；：！？）】」』》"
const scheme = /https?:\/\//i
const likeness = /^(?:https?:)?\/\/|^https?%(?:25)*3a|^(?:[a-z0-9-]+\.)+[a-z0-9-]+(?::\d+)?(?:[/?#]|$)/i
const identifier = /^(?:ChIJ[\w-]{23}|0[xX][\da-fA-F]{1,16}:0[xX][\da-fA-F]{1,16})$/

/**
 * The links, place ids and feature ids in a pasted text, in its order and rid of what surrounds them: share text,
 * markup, quotes, the punctuation of the sentence.
 */
export function findLinks(text: string): string[] {
  return text
    .split(gap)
    .map(linkIn)
    .filter((word) => likeness.test(word) || identifier.test(word))
}

function linkIn(word: string): string {
  const at = scheme.exec(word)?.index ?? 0
  const before = word.slice(0, at)
  // `https://` may be glued to the text before it, but behind another link it is that link's parameter.
  let start = before.includes('.') && /[/\\?#@]/.test(before) ? 0 : at
  while (start < word.length && opening.includes(word.charAt(start))) start++
  const quote = word.charAt(start - 1) === "'" ? word.indexOf("'", start) : -1
  let end = quote === -1 ? word.length : quote
  while (end > start && closing.includes(word.charAt(end - 1))) end--
  const link = word.slice(start, end)
  return link.includes('&amp;') ? link.replaceAll('&amp;', '&') : link
}
