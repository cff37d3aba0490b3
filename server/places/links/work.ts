import { noListing, type Refusal, unsupported } from './refusal'

/**
 * The limits for each string. Pasted text can be hostile: without these limits, 8,190 characters of compressed zeros
 * took 79 ms to parse. Real links are far below these limits: the longest one in the tests has 644 characters, 17
 * parameters, and 27 parts of data.
 */
const most = {
  characters: 8_192,
  links: 100,
  parameters: 100,
  /** The parts of `data=` or `pb=`, each of which follows a `!`. */
  parts: 400,
  /** Different compressed tokens in all of a string's links. */
  tokens: 8,
  /** How many times each character may be parsed again: in a wrapped link or in another spelling of the link. */
  readings: 12,
}

const part = /!|%(?:25){0,4}21/g
// Formatting a number loads locale data, so it waits for such a text.
const tooLong = () =>
  unsupported(
    `This text has over ${most.characters.toLocaleString('en')} characters. Paste only the link, a place id, or a CID.`,
    'too_long',
  )
const tooManyLinks = unsupported(`This text has over ${most.links} links. Paste one link at a time.`, 'several')

/** Ends the parsing of a string that takes too much work. */
export class TooMuchWork extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.detail)
    this.refusal = refusal
  }
}

/** Counts the work of parsing one string, and rejects the string when it takes too much. */
export interface Work {
  /** How many characters of links were parsed and bytes inflated: never more than a fixed multiple of the text's length. */
  steps(): number
  /** @throws TooMuchWork `unsupported_link`. */
  countLinks(links: readonly unknown[]): void
  /** Counts a link that is about to be parsed. @throws TooMuchWork `no_listing_in_link`. */
  countLink(link: string): void
  /**
   * Returns a compressed token's content, inflating identical tokens only once.
   * @throws TooMuchWork `no_listing_in_link`.
   */
  inflated(token: string, inflate: () => Uint8Array | null): Uint8Array | null
}

/** @throws TooMuchWork `unsupported_link` if the text is too long. */
export function workOn(text: string): Work {
  if (text.length > most.characters) throw new TooMuchWork(tooLong())
  const tokens = new Map<string, Uint8Array | null>()
  let characters = 0
  let bytes = 0

  function hold(isWithin: boolean): void {
    if (!isWithin) throw new TooMuchWork(noListing('overloaded'))
  }

  return {
    steps: () => characters + bytes,
    countLinks({ length }) {
      if (length > most.links) throw new TooMuchWork(tooManyLinks)
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
