import { describe, expect, it } from 'vitest'
import {
  type Content,
  cardCorner,
  cardShapes,
  cardsOnSheet,
  cutMarks,
  poster,
  posterShapes,
  type Shape,
  type Size,
  sheet,
} from '@/components/kit/layout'
import { posterLanguages } from '@/components/kit/text'
import { qrCode } from '@/components/listings/qr-picture'

const code = qrCode('https://search.google.com/local/writereview?placeid=ChIJrRMgU7ZhLxMRxAOFkC7I8Sg')
const measure = (text: string) => text.length * 0.55

const contents: Content[] = posterLanguages.flatMap((language) => [
  { name: 'Café Roma', note: null, language, code, logo: null },
  { name: null, note: null, language, code, logo: { width: 300, height: 100 } },
  {
    language,
    code,
    logo: { width: 100, height: 400 },
    name: 'The Worshipful Company of Very Long Names of Coffee Houses and their Gardens by the River',
    note: 'An address that is longer than one line of a poster or a card has room for, 12345 Somewhere far away',
  },
])

/** Returns a shape's position; among paths, only the QR code has a position, because its size is known. */
function boxOf(shape: Shape) {
  if (shape.kind !== 'path') return shape.box
  const side = shape.path === code.path ? code.size * shape.scale : 0
  return { x: shape.x, y: shape.y, width: side, height: side }
}

function expectInside(shapes: readonly Shape[], corner: { x: number; y: number }, { width, height }: Size) {
  for (const shape of shapes) {
    const box = boxOf(shape)
    expect(box.x).toBeGreaterThanOrEqual(corner.x + 3)
    expect(box.y).toBeGreaterThanOrEqual(corner.y + 3)
    expect(box.x + box.width).toBeLessThanOrEqual(corner.x + width - 3)
    expect(box.y + box.height).toBeLessThanOrEqual(corner.y + height - 3)
  }
}

function expectApart(shapes: readonly Shape[]) {
  const boxes = shapes.filter(({ kind }) => kind !== 'path').map(boxOf)
  const all = [...boxes, ...shapes.filter((shape) => shape.kind === 'path' && shape.path === code.path).map(boxOf)]
  for (const [index, one] of all.entries())
    for (const other of all.slice(index + 1)) {
      const isBeside = one.x + one.width <= other.x + 0.01 || other.x + other.width <= one.x + 0.01
      const isBelow = one.y + one.height <= other.y + 0.01 || other.y + other.height <= one.y + 0.01
      expect(isBeside || isBelow, JSON.stringify([one, other])).toBe(true)
    }
}

describe('posterShapes', () => {
  it.each(contents)('keeps everything inside the poster, without overlaps: %#', (content) => {
    const shapes = posterShapes(content, measure)
    expectInside(shapes, { x: 0, y: 0 }, poster)
    expectApart(shapes)
    const drawn = shapes.find((shape) => shape.kind === 'path' && shape.path === code.path)
    // Modules of 0.8 mm can be scanned from 40 cm away.
    expect(drawn).toMatchObject({ scale: expect.toSatisfy((scale: number) => scale > 0.8) })
  })
})

describe('cardShapes', () => {
  it.each(contents)('keeps everything inside the card, without overlaps: %#', (content) => {
    const corner = cardCorner(3)
    const shapes = cardShapes(content, measure, corner)
    expectInside(shapes, corner, { width: 85, height: 55 })
    expectApart(shapes)
  })
})

describe('a sheet', () => {
  it('has its cards side by side, with cut marks only in its margins', () => {
    const corners = Array.from({ length: cardsOnSheet }, (_, index) => cardCorner(index))
    expect(new Set(corners.map(({ x, y }) => `${x} ${y}`)).size).toBe(10)
    const last = corners.at(-1) ?? { x: 0, y: 0 }
    expect(corners[0]).toEqual({ x: sheet.width - last.x - 85, y: sheet.height - last.y - 55 })
    const marks = cutMarks()
    const starts = [...(marks.kind === 'path' ? marks.path : '').matchAll(/M([\d.]+) ([\d.]+)/g)]
    expect(starts).toHaveLength(18)
    for (const [, x, y] of starts.map((match) => match.map(Number))) {
      const isInCards = Number(x) > 20 && Number(x) < 190 && Number(y) > 11 && Number(y) < 286
      expect(isInCards).toBe(false)
    }
  })
})
