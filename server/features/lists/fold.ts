/** Accents and vowel signs of Latin, Greek, Cyrillic, Hebrew, and Arabic. Marks of other scripts make other letters. */
const marks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g

/** Letters that have no decomposition. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ة: 'ه',
  ى: 'ي',
  ـ: '',
}
const withoutDecomposition = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/** Returns a string without differences of case, width, and accents, to compare words with it: `strasse` for `Straße`. */
export const fold = (text: string): string => (ascii.test(text) ? text.toLowerCase() : foldLetters(text))

const ascii = /^[ -~]*$/

const foldLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(marks, '')
    .normalize('NFC')
    .replace(withoutDecomposition, (letter) => plainLetters[letter] ?? letter)
