/** What posters say in one language. */
export interface PosterWords {
  review: string
  scan: string
}

const inLanguages = {
  en: { review: 'Review us on Google', scan: 'Scan with your phone’s camera' },
  de: { review: 'Bewerten Sie uns auf Google', scan: 'Einfach mit der Handykamera scannen' },
  fr: {
    review: 'Laissez-nous un avis sur Google',
    scan: 'Scannez avec l’appareil photo de votre téléphone',
  },
  es: { review: 'Déjanos tu reseña en Google', scan: 'Escanea con la cámara de tu teléfono' },
  it: { review: 'Lascia una recensione su Google', scan: 'Inquadra il codice con il telefono' },
  pt: { review: 'Avalie-nos no Google', scan: 'Aponte a câmera do celular para o código' },
  'pt-PT': { review: 'Avalie-nos no Google', scan: 'Aponte a câmara do telemóvel para o código' },
  nl: { review: 'Beoordeel ons op Google', scan: 'Scan met de camera van je telefoon' },
  pl: { review: 'Oceń nas w Google', scan: 'Zeskanuj kod aparatem w telefonie' },
  sv: { review: 'Recensera oss på Google', scan: 'Skanna med mobilkameran' },
  tr: { review: 'Bizi Google’da değerlendirin', scan: 'Telefonunuzun kamerasıyla tarayın' },
  ja: { review: 'Googleでクチコミをお願いします', scan: 'スマートフォンのカメラで読み取ってください' },
  ko: { review: 'Google 리뷰를 남겨 주세요', scan: '휴대폰 카메라로 QR 코드를 스캔해 주세요' },
  'zh-Hans': { review: '欢迎在 Google 上评价我们', scan: '请用手机相机扫描二维码' },
  'zh-Hant': { review: '歡迎在 Google 上評論我們', scan: '請用手機相機掃描 QR 碼' },
  ar: { review: 'قيّمنا على Google', scan: 'امسح الرمز بكاميرا هاتفك' },
  he: { review: 'דרגו אותנו ב-Google', scan: 'סרקו עם מצלמת הטלפון' },
} as const satisfies Readonly<Record<string, PosterWords>>

export type PosterLanguage = keyof typeof inLanguages

export const posterWords: Readonly<Record<PosterLanguage, PosterWords>> = inLanguages

export const posterLanguages = Object.keys(inLanguages) as PosterLanguage[]

/** Returns the language of posters that comes first among those that a person reads; English if there is none. */
export function languageFor(preferred: readonly string[]): PosterLanguage {
  for (const tag of preferred) {
    const base = tag.toLowerCase().split('-')[0]
    if (base === 'zh') return /-(hant|tw|hk|mo)\b/i.test(tag) ? 'zh-Hant' : 'zh-Hans'
    const language = posterLanguages.find((one) => one === tag) ?? posterLanguages.find((one) => one === base)
    if (language) return language
  }
  return 'en'
}

/** Returns the tag for lookups in a language of posters. Google documents Chinese by country. */
export const lookupTag = (language: PosterLanguage): string =>
  ({ 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW' })[language as string] ?? language

/** How to draw a string. */
export interface TextStyle {
  /** For `font` of a canvas. */
  fonts: string
  lang: string
  direction: 'ltr' | 'rtl'
}

/** The family that the pages' own font is loaded as. */
export const pageFont = 'Geist'

/** The letters that `scripts/subset-fonts.mjs` omits. A word must not mix two fonts. */
const uncoveredLatin = /(?=\p{Script=Latin})[\u0180-\u{10ffff}]/u

/** The fonts that systems have for each language: one character can look different in Chinese and Japanese. */
const fontsOf: Readonly<Record<string, string>> = {
  ja: "'Hiragino Sans', 'Yu Gothic UI', 'Yu Gothic', Meiryo, 'Noto Sans JP', 'Noto Sans CJK JP'",
  ko: "'Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans KR', 'Noto Sans CJK KR'",
  'zh-Hans': "'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC'",
  'zh-Hant': "'PingFang TC', 'Microsoft JhengHei', 'Noto Sans TC', 'Noto Sans CJK TC'",
}

/** Returns how to draw a string on a poster in this language: in the font of the pages, else in one that the system has. */
export function styleOf(text: string, language: PosterLanguage): TextStyle {
  const lang = languageOf(text, language)
  const [letter = ''] = /\p{L}/u.exec(text) ?? []
  const own = uncoveredLatin.test(text.normalize('NFC')) ? [] : [pageFont]
  const fonts = [...own, fontsOf[lang], 'system-ui', "'Segoe UI'", "'Noto Sans'", 'sans-serif']
  return {
    fonts: fonts.filter(Boolean).join(', '),
    lang,
    direction: /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(letter) ? 'rtl' : 'ltr',
  }
}

/** Returns the language of a string, as far as its letters show it. */
function languageOf(text: string, language: PosterLanguage): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (/\p{Script=Hangul}/u.test(text)) return 'ko'
  if (/\p{Script=Han}/u.test(text) && !fontsOf[language]) return 'zh-Hans'
  return language
}

/** Returns the width of a string that is one millimeter high. */
export type Measure = (text: string, style: TextStyle, weight: number) => number

/** The room that a string has, in millimeters, and how it looks. */
export interface Limits {
  width: number
  height: number
  /** The most and the least size of the letters. */
  most: number
  least: number
  lines: number
  weight: number
  color: string
}

/** A string in lines. */
export interface Fitted {
  lines: string[]
  size: number
  weight: number
  color: string
  style: TextStyle
}

/** The distance of lines, in sizes of their letters. */
export const leading = 1.22

export const heightOf = ({ lines, size }: Fitted) => lines.length * size * leading

/**
 * Sets a string as large as fits: on one line if that is not much smaller, else in lines of similar length. What does not fit even
 * when small ends in an ellipsis.
 */
export function fitText(text: string, language: PosterLanguage, measure: Measure, limits: Limits): Fitted {
  const { width, height, most, least, lines: mostLines, weight, color } = limits
  const style = styleOf(text, language)
  const widths = new Map<string, number>()
  const widthOf = (line: string) => {
    const width = widths.get(line) ?? measure(line, style, weight)
    widths.set(line, width)
    return width
  }
  const fitted = (size: number, lines: string[]) => ({ lines, size, weight, color, style })
  const clean = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (clean === '') return fitted(least, [])
  const words = unbroken(clean)
  const longest = Math.max(...words.map((word) => widthOf(word.trim())))
  const oneLine = widthOf(clean) > 0 ? Math.min(most, width / widthOf(clean), height / leading) : most
  if (oneLine >= Math.max(least, 0.75 * most)) return fitted(oneLine, [clean])
  for (let size = most; size >= least; size -= 0.1) {
    const lines = wrapped(words, width / size, widthOf)
    if (longest * size > width || lines.length > mostLines || lines.length * size * leading > height) continue
    let even = lines
    for (let narrower = width / size; even.length === lines.length; narrower *= 0.97) {
      lines.splice(0, lines.length, ...even)
      even = longest > narrower ? [] : wrapped(words, narrower, widthOf)
    }
    return fitted(size, lines)
  }
  const parts = words.flatMap((word) => (widthOf(word.trim()) * least > width ? signsOf(word) : [word]))
  const all = wrapped(parts, width / least, widthOf)
  const shown = all.slice(0, Math.max(1, Math.min(mostLines, Math.floor(height / least / leading))))
  if (shown.length === all.length) return fitted(least, shown)
  const last = signsOf(shown.pop() ?? '')
  while (last.length > 0 && widthOf(`${last.join('')}…`) * least > width) last.pop()
  return fitted(least, [...shown, `${last.join('').replace(/[\s\p{P}]+$/u, '')}…`])
}

/** Cuts a string into characters as a reader sees them. */
const signsOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text), ({ segment }) => segment)

/** Letters of scripts that are written without spaces, where a line may break between words. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Japanese words of borrowed sounds, and what follows a noun: "を" and other particles. */
const together = /^(?:[\p{Script=Katakana}ー]{2}|[\p{Script=Katakana}ー\p{Script=Han}]\p{Script=Hiragana})/u

/** Cuts a string into parts between which a line may break. */
function unbroken(text: string): string[] {
  const parts: string[] = []
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    const before = parts.at(-1)
    const last = before?.at(-1) ?? ''
    const mayBreak =
      /[\s/-]/.test(last) ||
      /[（「『【《〈]/.test(segment) ||
      (spaceless.test(last) && spaceless.test(segment) && !together.test(last + segment))
    if (before === undefined || (mayBreak && segment !== ' ')) parts.push(segment)
    else parts[parts.length - 1] = before + segment
  }
  return parts
}

/** Fills lines with parts of a string, one after the other. */
function wrapped(parts: readonly string[], width: number, widthOf: (line: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const part of parts) {
    if (line !== '' && widthOf((line + part).trimEnd()) > width) {
      lines.push(line.trim())
      line = ''
    }
    line += part
  }
  return [...lines, line.trim()].filter((one) => one !== '')
}
