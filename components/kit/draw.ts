import {
  degrees,
  drawImage,
  PDFDocument,
  type PDFPage,
  PDFRawStream,
  type PDFRef,
  rgb,
  type TransformationMatrix,
} from '@pdfme/pdf-lib'
import { zlibSync } from 'fflate'
import { modulePixels } from '@/components/listings/qr-picture'
import { type Content, poster, posterShapes, type Shape, type Size, type TextShape } from './layout'
import type { KitSettings, Logo } from './settings'
import { leading, type Measure, pageFont, type TextStyle } from './text'

/*
 * Draws shapes in a worker: on a canvas, and on pages of a PDF.
 */

/** PDF points per millimeter. */
const points = 72 / 25.4
/** Text pixels per millimeter: 400 dots per inch. */
const textPixels = 16
/** Pixels per millimeter in the page's preview. */
const previewPixels = 6
/** Wide enough for print: 8.7 cm at 300 dots per inch. */
const leastCodeWidth = 1024

type Context = OffscreenCanvasRenderingContext2D

/** Why a browser can't draw, as a message for the user. */
export class Fault extends Error {}

let fonts: Promise<unknown> | null = null

/** Loads the pages' font. Without it, text is drawn in a system font. */
export function fontsLoaded(): Promise<unknown> {
  fonts ??= (async () => {
    const url = new URL('../../app/fonts/geist-sans.woff2', import.meta.url)
    const face = await new FontFace(pageFont, `url(${url.href})`, { weight: '400 600' }).load()
    ;(self as unknown as { fonts: FontFaceSet }).fonts.add(face)
  })().catch(() => {})
  return fonts
}

/** Some browsers return noise from a canvas, so that sites can't tell visitors apart; QR codes would be unreadable. */
export function checkCanvas(): void {
  if (typeof OffscreenCanvas === 'undefined')
    throw new Fault('This browser can’t draw the kit. Update it and try again.')
  const context = contextOf({ width: 8, height: 8 })
  context.fillStyle = '#1c1a15'
  context.fillRect(0, 0, 4, 8)
  const { data } = context.getImageData(0, 0, 8, 8)
  const isTrue = data.every(
    (value, index) => value === (index % 32 < 16 ? [28, 26, 21, 255] : [255, 255, 255, 255])[index % 4],
  )
  if (!isTrue) throw new Fault('This browser blocks access to canvas data. Allow it for this site, then try again.')
}

/** Returns a white canvas to draw on. */
function contextOf({ width, height }: Size): Context {
  const canvas = new OffscreenCanvas(Math.ceil(width), Math.ceil(height))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Fault('This browser can’t draw the kit. Update it and try again.')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  return context
}

/** Sets a string's language and its font, `size` pixels high. */
function setFont(context: Context, { fonts, lang, direction }: TextStyle, weight: number, size: number): void {
  context.font = `${weight} ${size}px ${fonts}`
  context.direction = direction
  if ('lang' in context) context.lang = lang
}

const ruler = 100
let rulerContext: Context | null = null

/** Measures a string as drawn. */
export const measure: Measure = (text, style, weight) => {
  rulerContext ??= contextOf({ width: 1, height: 1 })
  setFont(rulerContext, style, weight, ruler)
  return rulerContext.measureText(text).width / ruler
}

/**
 * Draws a string's lines. The font size is in pixels and not scaled, because small fonts place letters on whole pixels.
 * @param pixels per millimeter.
 */
function drawText(
  context: Context,
  { lines, size, weight, color, style, align, box }: TextShape,
  pixels: number,
): void {
  setFont(context, style, weight, size * pixels)
  context.textAlign = align
  context.fillStyle = color
  const x = align === 'center' ? box.x + box.width / 2 : align === 'right' ? box.x + box.width : box.x
  lines.forEach((line, index) => {
    context.fillText(line, x * pixels, (box.y + ((index + 0.5) * leading + 0.35) * size) * pixels)
  })
}

/** Draws a poster's preview for the page. */
export function previewOf(content: Content, logo: ImageBitmap | null): Promise<Blob> {
  const pixels = previewPixels
  const context = contextOf({ width: poster.width * pixels, height: poster.height * pixels })
  for (const shape of posterShapes(content, measure)) {
    if (shape.kind === 'text') drawText(context, shape, pixels)
    else if (shape.kind === 'path') drawPath(context, shape, pixels)
    else if (logo) {
      const { x, y, width, height } = shape.box
      context.drawImage(logo, x * pixels, y * pixels, width * pixels, height * pixels)
    }
  }
  return context.canvas.convertToBlob()
}

/** @param pixels per millimeter. */
function drawPath(context: Context, shape: Shape & { kind: 'path' }, pixels: number): void {
  const { path, x, y, scale, color, stroke } = shape
  context.save()
  context.scale(pixels, pixels)
  context.translate(x, y)
  context.scale(scale, scale)
  context.lineWidth = stroke ?? 0
  context.fillStyle = context.strokeStyle = color
  if (stroke === null) context.fill(new Path2D(path))
  else context.stroke(new Path2D(path))
  context.restore()
}

/** Decodes a logo, which is a PNG as a data URL. */
export async function bitmapOf(logo: Logo | null): Promise<ImageBitmap | null> {
  if (!logo) return null
  const bytes = Uint8Array.from(atob(logo.picture.slice(logo.picture.indexOf(',') + 1)), (sign) => sign.charCodeAt(0))
  return createImageBitmap(new Blob([bytes], { type: 'image/png' }))
}

/** Draws a QR code whose modules are whole pixels wide. */
export async function pngOf(code: Content['code']): Promise<Uint8Array> {
  const pixels = modulePixels(code, leastCodeWidth)
  const context = contextOf({ width: code.size * pixels, height: code.size * pixels })
  drawPath(context, { kind: 'path', path: code.path, x: 0, y: 0, scale: 1, color: '#000', stroke: null }, pixels)
  return new Uint8Array(await (await context.canvas.convertToBlob()).arrayBuffer())
}

/**
 * Starts a PDF. The codes, stars, and lines are paths. Text is drawn as pictures, so any script looks as it does in
 * this browser.
 */
export async function startPdf(title: string, { language }: KitSettings, logo: Picture | null) {
  const pdf = await PDFDocument.create()
  pdf.setTitle(title)
  pdf.setLanguage(language)
  pdf.setProducer('Pinref')
  pdf.setCreator('Pinref')
  const embedded = new Map<Picture, PDFRef>()
  const embed = (picture: Picture) => {
    const ref = embedded.get(picture) ?? pdf.context.register(imageOf(pdf, picture))
    embedded.set(picture, ref)
    return ref
  }
  const draw = (page: PDFPage, shapes: readonly Shape[]) => {
    const top = page.getHeight()
    const place = (picture: Picture, { x, y, width, height }: Box) => {
      const name = page.node.newXObject('Image', embed(picture))
      const size = { width: width * points, height: height * points }
      const turn = { rotate: degrees(0), xSkew: degrees(0), ySkew: degrees(0) }
      page.pushOperators(...drawImage(name, { x: x * points, y: top - y * points - size.height, ...size, ...turn }))
    }
    for (const shape of shapes) {
      if (shape.kind === 'logo') logo && place(logo, shape.box)
      else if (shape.kind === 'text') place(...textPicture(shape))
      else {
        const { path, x, y, scale, color, stroke } = shape
        const paint = stroke === null ? { color: colorOf(color) } : { borderColor: colorOf(color), borderWidth: stroke }
        // In a PDF, y points up; in a path, down.
        const matrix: TransformationMatrix = [1, 0, 0, -1, x * points, top - y * points]
        page.drawSvgPath(path, { matrix, x: 0, y: 0, scale: scale * points, ...paint })
      }
    }
  }
  const addPage = ({ width, height }: Size) => pdf.addPage([width * points, height * points])
  return { addPage, draw, save: () => pdf.save() }
}

type Box = TextShape['box']

/** A picture as stored in a PDF: each pixel's red, green, and blue, compressed once for all files that show it. */
interface Picture extends Size {
  bytes: Uint8Array
}

function pictureOf(context: Context): Picture {
  const { width, height } = context.canvas
  const { data } = context.getImageData(0, 0, width, height)
  const bytes = new Uint8Array(width * height * 3)
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) bytes.set(data.subarray(from, from + 3), to)
  return { width, height, bytes: zlibSync(bytes) }
}

function imageOf({ context }: PDFDocument, { width, height, bytes }: Picture): PDFRawStream {
  const size = { Width: width, Height: height, Length: bytes.length }
  const kind = {
    Type: 'XObject',
    Subtype: 'Image',
    ColorSpace: 'DeviceRGB',
    BitsPerComponent: 8,
    Filter: 'FlateDecode',
  }
  return PDFRawStream.of(context.obj({ ...kind, ...size }), bytes)
}

/** Returns a logo's picture, on white. */
export function logoPicture(bitmap: ImageBitmap): Picture {
  const context = contextOf(bitmap)
  context.drawImage(bitmap, 0, 0)
  return pictureOf(context)
}

/** Pictures of the most recently drawn strings. Most appear on every poster. */
const pictures = new Map<string, Picture>()
const mostPictures = 50

/** Draws a string into a picture, with room for accents around it, and returns the picture and its box. */
function textPicture(shape: TextShape): [Picture, Box] {
  const { lines, size, weight, color, style, align, box } = shape
  const margin = 0.4 * size
  const width = Math.max(...lines.map((line) => measure(line, style, weight))) * size
  const beside = box.width - width
  const x = box.x + (align === 'center' ? beside / 2 : align === 'right' ? beside : 0) - margin
  const around = { x, y: box.y - margin, width: width + 2 * margin, height: box.height + 2 * margin }
  const key = JSON.stringify([lines, size, weight, color, style, align])
  let picture = pictures.get(key)
  if (!picture) {
    const context = contextOf({ width: around.width * textPixels, height: around.height * textPixels })
    drawText(context, { ...shape, box: { x: margin, y: margin, width, height: box.height } }, textPixels)
    picture = pictureOf(context)
    if (pictures.size >= mostPictures) pictures.clear()
    pictures.set(key, picture)
  }
  return [picture, { ...around, width: picture.width / textPixels, height: picture.height / textPixels }]
}

function colorOf(hex: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  return rgb(red, green, blue)
}
