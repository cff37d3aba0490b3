import { noListing, refusalError, unsupported } from './refusal'

/**
 * What one text may hold. Pasted text can be hostile: without these bounds, 8,190 characters of compressed zeros took 79 ms to
 * read. Real links stay far below all of them: the longest of the tests has 644 characters, 17 parameters and 27 parts of data.
 */
const most = {
  characters: 8_192,
  links: 100,
  parameters: 100,
  /** The parts of `data=` or `pb=`, each after a `!`. */
  parts: 400,
  /** Different compressed tokens, in all links of a text. */
  tokens: 8,
  /** How often each character may be read again: in a wrapped link, or in another spelling of it. */
  readings: 16,
}

const part = /!|%(?:25){0,4}21/g
const tooLong = unsupported(
  `This text has over ${most.characters.toLocaleString('en')} characters. Paste only the link, a place id or a CID.`,
  'too_long',
)
const tooManyLinks = unsupported(`This text has over ${most.links} links. Paste one of them at a time.`, 'several')

/** Counts the work that one text causes, and ends it by a refusal when the text exceeds a bound. */
export interface Work {
  /** How many characters of links were read, and how many bytes inflated: never over a fixed multiple of the text's length. */
  steps(): number
  /** @throws PinrefError `unsupported_link`. */
  countLinks(links: readonly unknown[]): void
  /** Counts a link that is about to be read. @throws PinrefError `no_listing_in_link`. */
  countLink(link: string): void
  /** Returns what a compressed token holds, inflating equal ones once. @throws PinrefError `no_listing_in_link`. */
  inflated(token: string, inflate: () => Uint8Array | null): Uint8Array | null
}

/** @throws PinrefError `unsupported_link` if the text is too long to be read. */
export function workOn(text: string): Work {
  if (text.length > most.characters) throw refusalError(tooLong)
  const tokens = new Map<string, Uint8Array | null>()
  let characters = 0
  let bytes = 0

  function hold(isWithin: boolean): void {
    if (!isWithin) throw refusalError(noListing('overloaded'))
  }

  return {
    steps: () => characters + bytes,
    countLinks({ length }) {
      if (length > most.links) throw refusalError(tooManyLinks)
    },
    countLink(link) {
      characters += link.length
      hold(characters <= most.readings * text.length)
      hold(link.split('&').length <= most.parameters)
      hold((link.match(part)?.length ?? 0) <= most.parts)
    },
    inflated(token, inflate) {
      const stored = tokens.get(token)
      if (stored !== undefined) return stored
      hold(tokens.size < most.tokens)
      const found = inflate()
      tokens.set(token, found)
      bytes += token.length + (found?.length ?? 0)
      return found
    },
  }
}
