/** HTML's names for printable ASCII, and for characters that end a link or shorten it. */
const entities: Readonly<Record<string, string>> = {
  excl: '!',
  quot: '"',
  num: '#',
  dollar: '$',
  percnt: '%',
  amp: '&',
  apos: "'",
  lpar: '(',
  rpar: ')',
  ast: '*',
  plus: '+',
  comma: ',',
  period: '.',
  sol: '/',
  colon: ':',
  semi: ';',
  lt: '<',
  equals: '=',
  gt: '>',
  quest: '?',
  commat: '@',
  lsqb: '[',
  lbrack: '[',
  bsol: '\\',
  rsqb: ']',
  rbrack: ']',
  lowbar: '_',
  grave: '`',
  verbar: '|',
  hellip: '…',
  nbsp: '\u00a0',
  shy: '\u00ad',
  zerowidthspace: '\u200b',
}

/**
 * One escape: `\u002F`, `\x2F`, `\"`, or `\n` in JSON or JavaScript, with the backslashes that other levels of JSON
 * added, or `&#47;`, `&#x2F;`, or `&sol;` in HTML. Every part is bounded, so matching takes a fixed number of steps per
 * character.
 */
const anyEscape =
  /(?<!\\)\\{1,15}(?:u([\da-f]{4})|x([2-7][\da-f])|(["'])|([nrt]))|&(?:amp;)*(?:#0{0,5}(\d{2,7})|#x0{0,5}([\da-f]{2,6})|([a-z]{2,14}));/gi

function decoded(whole: string, ...groups: Array<string | undefined>): string {
  const [utf16, ascii, quote, space, decimal, hexadecimal, name] = groups
  if (quote !== undefined) return quote
  if (space !== undefined) return '\n'
  if (name !== undefined) return entities[name.toLowerCase()] ?? whole
  const code = decimal ? Number(decimal) : Number.parseInt(utf16 ?? ascii ?? hexadecimal ?? '', 16)
  const isText = code >= 0xa0 || (code >= 0x20 && code < 0x7f) || /[\t\n\r]/.test(String.fromCharCode(code))
  return isText && code <= 0x10ffff ? String.fromCodePoint(code) : whole
}

/** An escape without its end, because the text was cut off. */
const cutEscape = /(?:(?<!\\)\\{1,15}(?:u[\da-f]{0,3}|x[\da-f]?)|&(?:amp;)*#(?:x[\da-f]{0,6}|\d{0,7}))$/i

/** How many different escapes may be nested, such as HTML in JSON in HTML. Real text has at most three. */
const maxLevels = 8
const escapedSlashes = /https?:\\{1,15}\/\\{1,15}\//i
const escapedSlash = /(?<!\\)\\{1,15}\//g

/**
 * Decodes all HTML and JSON escapes in pasted text, even if it was escaped several times. Escapes at deeper levels
 * and an escape without its end become ellipses, because a digit could be behind them: the text counts as cut off there.
 */
export function unescaped(text: string): string {
  if (!/[&\\]/.test(text)) return text
  let plain = text.replace(cutEscape, '…')
  for (let level = 0; ; level++) {
    const next = plain.replace(anyEscape, level < maxLevels ? decoded : hidden)
    if (next === plain) break
    plain = next
  }
  return escapedSlashes.test(plain) ? plain.replace(escapedSlash, '/') : plain
}

const hidden: typeof decoded = (whole, ...groups) => (decoded(whole, ...groups) === whole ? whole : '…')

/** Undoes quoted-printable, the email encoding that writes `=` as `=3D` and breaks long lines after a `=`. */
export const fromQuotedPrintable = (text: string): string => text.replace(/=\r?\n/g, '').replace(/=3D/gi, '=')
