/**
 * Letters that Unicode does not decompose, but that people replace with a plain letter or another keyboard's variant.
 */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ı: 'i',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ς: 'σ',
  // Arabic: teh marbuta, alef maksura, and the Persian forms of yeh and kaf. A tatweel only lengthens a word visually.
  ة: 'ه',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ـ: '',
}

const foldable = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu')
const apostrophes = /['’‘`´ʼ]/gu

/**
 * Returns the words in a string, without case, accents, or punctuation: `Sacré-Cœur` becomes `sacre`, `coeur`. Text in
 * a script without spaces is one word. The result is empty for text without letters or digits.
 */
export function foldedWords(text: string): string[] {
  const plain = text
    .replace(apostrophes, ' ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(foldable, (letter) => plainLetters[letter] ?? letter)
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Returns the same words, plus the words around an apostrophe joined into one, so `johns` also finds `Papa John's`. */
export function searchableWords(text: string): ReadonlySet<string> {
  return new Set([...foldedWords(text), ...foldedWords(text.replace(apostrophes, ''))])
}
