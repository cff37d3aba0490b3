/** Writes a number as text. */
export type NumberText = (value: number) => string

const dayMs = 86_400_000
const maxDay = 2_958_466

/** Excel stores 15 digits of a number. A larger one has lost its last digits. */
export const isRounded = (value: number): boolean => Math.abs(value) >= 1e15

/** Writes a number without a format. A rounded one has an exponent, so that no one mistakes it for an exact number. */
export function plainText(value: number): string {
  if (isRounded(value)) return value.toExponential().toUpperCase()
  return String(Number(value.toPrecision(15)))
}

/** The built-in formats of dates, times, and durations. Their codes depend on the language. */
const builtIn: Readonly<Record<number, string>> = {
  20: 'h:mm',
  18: 'h:mm',
  19: 'h:mm',
  21: 'h:mm',
  45: 'h:mm',
  46: '[h]',
  47: 'h:mm',
}
const isBuiltInDate = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/**
 * Returns the function that writes numbers of a format: dates as ISO 8601, times, and numbers with leading zeros, such as postal
 * codes, as they are shown. Other numbers are written without their format.
 * @param id the id of the format.
 * @param code its code; null if it is built in.
 * @param is1904 whether the workbook counts days from 1904.
 */
export function numberText(id: number, code: string | null, is1904: boolean): NumberText {
  const format = code ?? builtIn[id] ?? (isBuiltInDate(id) ? 'yyyy-mm-dd' : '')
  const letters = format
    .split(';', 1)[0]
    ?.replace(/"[^"]*"|[\\_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .toLowerCase()
  if (!letters || /general/.test(letters) || !/[dmyhs]/.test(letters)) return maskText(format) ?? plainText
  const isDate = /[dy]|^m+$/.test(letters)
  return (value) => dateText(value, isDate, /\[[hms]/.test(letters), is1904) ?? plainText(value)
}

function dateText(value: number, isDate: boolean, isDuration: boolean, is1904: boolean): string | null {
  if (!(value >= 0 && value < maxDay)) return null
  const seconds = Math.round(value * 86_400)
  if (isDuration || (!isDate && seconds < 86_400)) {
    const [hours, rest] = [Math.floor(seconds / 3600), seconds % 3600]
    const minutes = `${twoDigits(hours)}:${twoDigits(Math.floor(rest / 60))}`
    return rest % 60 === 0 ? minutes : `${minutes}:${twoDigits(rest % 60)}`
  }
  // Excel counts February 29, 1900, which did not exist.
  const first = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, value < 60 ? 31 : 30)
  const iso = new Date(first + (seconds / 86_400) * dayMs).toISOString()
  return seconds % 86_400 === 0 ? iso.slice(0, 10) : iso.slice(0, 19)
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

interface Mask {
  isFor: (value: number) => boolean
  /** The literal characters, and null for each digit. */
  characters: (string | null)[]
}

const comparisons: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '=': (value, limit) => value === limit,
}

/** Returns the function for a format with only zeros and literal characters, such as `00000` or `000-0000`; null for others. */
function maskText(format: string): NumberText | null {
  const masks = format.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/).map(maskOf)
  if (!masks.some((mask) => mask !== null)) return null
  return (value) => {
    const mask = masks.find((one) => one === null || one.isFor(value))
    return mask && Number.isInteger(value) && value >= 0 && !isRounded(value)
      ? fill(mask, String(value))
      : plainText(value)
  }
}

function maskOf(section: string): Mask | null {
  const condition = /\[(<=?|>=?|=)(\d+)\]/.exec(section)
  const isFor = comparisons[condition?.[1] ?? '']
  const characters: (string | null)[] = []
  for (const [part] of section.replace(/\[[^\]]*\]/g, '').matchAll(/"[^"]*"|[\\_*].|[\s\S]/g)) {
    if (part === '0') characters.push(null)
    else if (part.startsWith('"')) characters.push(part.slice(1, -1))
    else if (part.startsWith('\\')) characters.push(part.slice(1))
    else if (/^[-+()/ ]$/.test(part)) characters.push(part)
    else if (!/^[_*]/.test(part)) return null
  }
  if (characters.filter((one) => one === null).length < 2) return null
  return { characters, isFor: (value) => !isFor || isFor(value, Number(condition?.[2])) }
}

function fill({ characters }: Mask, value: string): string {
  const places = characters.filter((one) => one === null).length
  const digits = value.padStart(places, '0')
  let next = digits.length - places
  let isFirst = true
  return characters
    .map((one) => {
      if (one !== null) return one
      const text = isFirst ? digits.slice(0, next + 1) : digits.charAt(next)
      isFirst = false
      next++
      return text
    })
    .join('')
}
