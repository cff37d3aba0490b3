import { rareLinks } from './rare-links'
import { readOrNull } from './reading'
import { realLinks } from './real-links'

/** The marks that programs use to shorten a link. */
export const ellipses = '…|...|[…]|[...]|%E2%80%A6|&hellip;|&#8230;|\\u2026| …| (...)|…"|…</a>'.split('|')

/** Characters that emails, chats, tables, and pages add to links. */
export const breaks = [
  ...[
    '\n',
    '\r\n',
    '=\n',
    '=\r\n',
    '-\n',
    '\\n',
    '\t',
    ' ',
    '  ',
    '\u00a0',
    '\u2009',
    '\u202f',
    '\n> ',
    '\n>> ',
    '\n    ',
  ],
  ...['\u00ad', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u2060', '\ufeff', '<br>', '<br/>', '<wbr>'],
  ...['%20', '%0A', '%0D%0A', '"', "'", '*', '[', '>', ',', '&nbsp;', '&shy;'],
]

/** Text that follows a link without a space, in many languages. */
export const endings = [
  ...'. , ; : ! ? ) ] } > " \' ’ ” » ~ * | \\ \\n ؟ ، ؛ ۔ । ။ ། ։ 。 、 ； ！ ？ ） 】 」 〉 — – ― · › ″ ‼️ 📍 😀'.split(
    ' ',
  ),
  ...'です 입니다 에서 ครับ здесь هنا কে \u200b \u200c \u200d \ufe0f \u00ad \u061c \u180e __;!!abc $'.split(' '),
]

/** The surroundings in which links appear. */
export const surroundings: ReadonlyArray<(link: string) => string> = [
  (link) => link,
  (link) => `See ${link} thanks`,
  (link) => `<a href="${link.replaceAll('&', '&amp;')}">here</a>`,
  (link) => JSON.stringify(JSON.stringify({ url: link })),
  (link) => `https://consent.google.com/m?continue=${encodeURIComponent(link)}&gl=DE`,
  (link) => `https://l.instagram.com/?u=${encodeURIComponent(link)}&e=AT0`,
]

/** Returns the CID in text; null if the text is rejected or has to be followed. */
export function cidIn(text: string): string | null {
  const reference = readOrNull(text)
  return reference?.kind === 'listing' ? reference.cid.toString() : null
}

/** A real link, and the CID of its listing. */
export interface NamedLink {
  url: string
  cid: string
}

/** All real links in the tests that identify a listing. */
export const namedLinks: readonly NamedLink[] = [...Object.values(realLinks), ...Object.values(rareLinks)]
  .flat()
  .flatMap(({ url }) => {
    const cid = cidIn(url)
    return cid === null ? [] : [{ url, cid }]
  })

/**
 * Returns the position of the CID's digits, decimal or hexadecimal, in a link; null if only a token or place id has it.
 */
export function digitsIn({ url, cid }: NamedLink): { start: number; end: number } | null {
  for (const digits of [cid, BigInt(cid).toString(16)]) {
    const at = [...url.matchAll(new RegExp(`(?<=[=:~]|%3A|0x)${digits}(?![\\da-f])`, 'gi'))].at(0)?.index
    if (at !== undefined) return { start: at, end: at + digits.length }
  }
  return null
}
