import type { QrCode } from '@/components/listings/qr-picture'
import {
  type Fitted,
  fitText,
  heightOf,
  type Limits,
  type Measure,
  type PosterLanguage,
  posterWords,
  styleOf,
} from './text'

/*
 * The layout of posters and cards. Lengths are in millimeters, from the upper left corner.
 */

export interface Size {
  width: number
  height: number
}

interface Box extends Size {
  x: number
  y: number
}

/** Lines of text, one below another. */
export interface TextShape extends Fitted {
  kind: 'text'
  /** The box that the lines fill; accents may extend slightly past it. */
  box: Box
  align: 'left' | 'center' | 'right'
}

/** An SVG path, scaled and moved. The stroke width is in the path's units. */
interface PathShape {
  kind: 'path'
  path: string
  x: number
  y: number
  scale: number
  color: string
  /** The stroke width; null if the path is filled. */
  stroke: number | null
}

interface LogoShape {
  kind: 'logo'
  box: Box
}

export type Shape = TextShape | PathShape | LogoShape

/** What a poster or a card shows. */
export interface Content {
  /** The business; null if only the words are shown. */
  name: string | null
  /** A small line that distinguishes the posters of several branches. */
  note: string | null
  language: PosterLanguage
  code: QrCode
  logo: Size | null
}

/** A6. */
export const poster: Size = { width: 105, height: 148 }

/** A business card. */
const card: Size = { width: 85, height: 55 }

/** A4 with adjacent cards, so that one cut separates two of them. */
export const sheet = { width: 210, height: 297, columns: 2, rows: 5 }

export const cardsOnSheet = sheet.columns * sheet.rows

const ink = '#1c1a15'
const soft = '#5a5347'
const rule = '#d9ceb9'
const gold = '#e39a0b'

/** The minimum size of a poster's QR code: phones can read it from 40 cm away. */
const leastCode = 42

/** Lays out a poster's shapes. */
export function posterShapes(content: Content, measure: Measure): Shape[] {
  const { name, note, language, code, logo } = content
  const words = posterWords[language]
  const inset = 5
  const set = (text: string, limits: Limits) => fitText(text, language, measure, limits)
  const brand = logo && within(logo, { width: 48, height: 17 })
  const ask = set(words.review, { width: 83, height: 15, most: 6.4, least: 4, lines: 2, weight: 500, color: ink })
  const hint = set(words.scan, { width: 76, height: 8.5, most: 3.4, least: 2.6, lines: 2, weight: 400, color: soft })
  const foot = note && set(note, { width: 86, height: 3, most: 2.3, least: 2, lines: 1, weight: 400, color: soft })

  const stars = starRow(6, 1.6)
  const top = inset + 7
  const bottom = poster.height - inset - (foot ? 9.5 : 6)
  const gaps = [brand ? 5 : 0, name ? 4.5 : 0, 4.5, 8, 6.5]
  const others = [brand?.height ?? 0, stars.height, heightOf(ask), heightOf(hint)]
  const free = bottom - top - sum(others) - sum(gaps)
  const forName = { height: Math.min(logo ? 20 : 28, free - leastCode), most: logo ? 8 : 10.5, least: 4, lines: 3 }
  const title = name && set(name, { width: 83, ...forName, weight: 600, color: ink })
  const room = free - (title ? heightOf(title) : 0)
  const side = Math.min(56, room)
  // The remaining room is shared between the gaps and the margins.
  const slack = 1 + Math.min(0.5, (room - side) / 2 / sum(gaps))
  let y = top + (room - side - (slack - 1) * sum(gaps)) / 2
  const place = (size: Size, gap: number): Box => {
    const box = { x: (poster.width - size.width) / 2, y, ...size }
    y += size.height + gap * slack
    return box
  }
  const text = (one: Fitted, width: number, gap: number): TextShape => ({
    kind: 'text',
    ...one,
    align: 'center',
    box: place({ width, height: heightOf(one) }, gap),
  })
  return [
    frame({ x: inset, y: inset, width: poster.width - 2 * inset, height: poster.height - 2 * inset }, 4),
    ...(brand ? [{ kind: 'logo' as const, box: place(brand, gaps[0] ?? 0) }] : []),
    ...(title ? [text(title, 83, gaps[1] ?? 0)] : []),
    ...stars.at(place(stars, gaps[2] ?? 0)),
    text(ask, 83, gaps[3] ?? 0),
    ...codeShapes(code, place({ width: side, height: side }, gaps[4] ?? 0), 9),
    text(hint, 76, 0),
    ...(foot ? [footOf(foot, { x: 9.5, width: 86 }, poster.height - inset - 4, 'center')] : []),
  ]
}

/** Lays out a card's shapes on the sheet, with the code on the side where reading begins. */
export function cardShapes(content: Content, measure: Measure, at: { x: number; y: number }): Shape[] {
  const { name, note, language, code, logo } = content
  const words = posterWords[language]
  const width = 38
  const isRightToLeft = styleOf(words.review, language).direction === 'rtl'
  const align = isRightToLeft ? 'right' : 'left'
  const x = at.x + (isRightToLeft ? 5 : card.width - width - 5)
  const side = 35
  const codeBox = {
    x: at.x + (isRightToLeft ? card.width - side - 4 : 4),
    y: at.y + (card.height - side) / 2,
    width: side,
    height: side,
  }
  const set = (text: string, limits: Omit<Limits, 'width'>) => fitText(text, language, measure, { width, ...limits })
  const brand = logo && within(logo, { width: 26, height: 9 })
  const ask = set(words.review, { height: 9.5, most: 3.7, least: 2.6, lines: 2, weight: 500, color: ink })
  const hint = set(words.scan, { height: 5.4, most: 2.2, least: 1.9, lines: 2, weight: 400, color: soft })
  const foot = note && set(note, { height: 2.4, most: 1.8, least: 1.8, lines: 1, weight: 400, color: soft })

  const stars = starRow(3.1, 0.8)
  const gaps = [brand ? 2.4 : 0, name ? 2.2 : 0, 2, 1.2]
  const others = [brand?.height ?? 0, stars.height, heightOf(ask), heightOf(hint)]
  const room = card.height - (foot ? 12 : 8) - sum(others) - sum(gaps)
  const most = logo ? 4.4 : 5.2
  const title = name && set(name, { height: Math.min(15, room), most, least: 2.8, lines: 3, weight: 600, color: ink })
  const heights = [...others, title ? heightOf(title) : 0]
  let y = at.y + (card.height - (foot ? 3 : 0) - sum(heights) - sum(gaps)) / 2
  const place = (size: Size, gap = 0): Box => {
    const box = { x: isRightToLeft ? x + width - size.width : x, y, ...size }
    y += size.height + gap
    return box
  }
  const text = (one: Fitted, gap?: number): TextShape => ({
    kind: 'text',
    ...one,
    align,
    box: place({ width, height: heightOf(one) }, gap),
  })
  return [
    ...codeShapes(code, codeBox, 5),
    ...(brand ? [{ kind: 'logo' as const, box: place(brand, gaps[0]) }] : []),
    ...(title ? [text(title, gaps[1])] : []),
    ...stars.at(place(stars, gaps[2])),
    text(ask, gaps[3]),
    text(hint),
    ...(foot ? [footOf(foot, { x, width }, at.y + card.height - 5, align)] : []),
  ]
}

/** Returns the corner of a card on its sheet. @param index of the card on that sheet. */
export function cardCorner(index: number): { x: number; y: number } {
  const { left, top } = sheetMargins
  return { x: left + (index % sheet.columns) * card.width, y: top + Math.floor(index / sheet.columns) * card.height }
}

const sheetMargins = {
  left: (sheet.width - sheet.columns * card.width) / 2,
  top: (sheet.height - sheet.rows * card.height) / 2,
}

/** Returns cut marks for a sheet's margins. */
export function cutMarks(): Shape {
  const { left, top } = sheetMargins
  const [gap, length] = [1.5, 4]
  const across = Array.from({ length: sheet.columns + 1 }, (_, column) => left + column * card.width)
  const down = Array.from({ length: sheet.rows + 1 }, (_, row) => top + row * card.height)
  const path = [
    ...across.flatMap((x) => [top - gap - length, sheet.height - top + gap].map((y) => `M${x} ${y}v${length}`)),
    ...down.flatMap((y) => [left - gap - length, sheet.width - left + gap].map((x) => `M${x} ${y}h${length}`)),
  ].join('')
  return { kind: 'path', path, x: 0, y: 0, scale: 1, color: soft, stroke: 0.2 }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

function footOf(
  one: Fitted,
  { x, width }: Pick<Box, 'x' | 'width'>,
  bottom: number,
  align: TextShape['align'],
): TextShape {
  const height = heightOf(one)
  return { kind: 'text', ...one, align, box: { x, y: bottom - height, width, height } }
}

/** Returns the largest size with these proportions that fits in a box. */
function within({ width, height }: Size, box: Size): Size {
  const scale = Math.min(box.width / width, box.height / height)
  return { width: width * scale, height: height * scale }
}

function frame({ x, y, width, height }: Box, radius: number): PathShape {
  const [w, h] = [width - 2 * radius, height - 2 * radius]
  const corner = (dx: number, dy: number, first: 'x' | 'y') =>
    first === 'x' ? `q${dx} 0 ${dx} ${dy}` : `q0 ${dy} ${dx} ${dy}`
  const path =
    `M${radius} 0h${w}${corner(radius, radius, 'x')}v${h}${corner(-radius, radius, 'y')}` +
    `h${-w}${corner(-radius, -radius, 'x')}v${-h}${corner(radius, -radius, 'y')}z`
  return { kind: 'path', path, x, y, scale: 1, color: rule, stroke: 0.4 }
}

/** A QR code, between four viewfinder corners outside its quiet zone. */
function codeShapes(code: QrCode, { x, y, width: side }: Box, arm: number): Shape[] {
  const radius = arm / 2.5
  const far = side - arm
  const path =
    `M0 ${arm}V${radius}Q0 0 ${radius} 0H${arm}M${far} 0H${side - radius}Q${side} 0 ${side} ${radius}V${arm}` +
    `M${side} ${far}V${side - radius}Q${side} ${side} ${side - radius} ${side}H${far}M${arm} ${side}H${radius}Q0 ${side} 0 ${side - radius}V${far}`
  return [
    { kind: 'path', path, x, y, scale: 1, color: gold, stroke: arm / 12 },
    { kind: 'path', path: code.path, x, y, scale: side / code.size, color: ink, stroke: null },
  ]
}

/** Five stars side by side. */
function starRow(size: number, gap: number) {
  const width = 5 * size + 4 * gap
  const at = ({ x, y }: Box): Shape[] =>
    Array.from({ length: 5 }, (_, index) => {
      const left = x + index * (size + gap)
      return { kind: 'path', path: starPath, x: left, y, scale: size, color: gold, stroke: null }
    })
  return { width, height: size, at }
}

/** A star with slightly rounded points in a one-unit square. */
const starPath = (() => {
  const points = Array.from({ length: 10 }, (_, index) => {
    const radius = index % 2 === 0 ? 0.525 : 0.245
    const angle = (Math.PI / 5) * index
    return [0.5 + radius * Math.sin(angle), 0.53 - radius * Math.cos(angle)] as const
  })
  const part = (from: number, to: number, share: number) => {
    const [a = [0, 0], b = [0, 0]] = [points[(from + 10) % 10], points[(to + 10) % 10]]
    return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share].map((one) => one.toFixed(4)).join(' ')
  }
  const tips = [0, 2, 4, 6, 8].map((tip) => {
    const lead = `${tip === 0 ? 'M' : 'L'}${part(tip - 1, tip, 0.86)}Q${part(tip, tip, 0)} ${part(tip + 1, tip, 0.86)}`
    return `${lead}L${part(tip + 1, tip + 1, 0)}`
  })
  return `${tips.join('')}Z`
})()
