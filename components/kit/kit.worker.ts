import { PDFDocument, type PDFImage, type PDFPage, rgb } from '@cantoo/pdf-lib'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { modulePixels, qrCode, qrSvg } from '@/components/listing/qr-picture'
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
  type TextShape,
} from './layout'
import { fileNames, type KitListing, linksCsv } from './listings'
import type { KitSettings, Logo } from './settings'
import { leading, type Measure, pageFont, type TextStyle } from './text'

/** Asks for the picture of one poster, or for a kit. */
export type KitOrder = { settings: KitSettings } & (
  | { type: 'preview'; listing: KitListing }
  | { type: 'kit'; listings: readonly KitListing[] }
)

/** What the worker answers. */
export type KitReply =
  | { type: 'preview'; picture: Blob }
  | { type: 'progress'; done: number }
  | { type: 'kit'; file: Blob }
  | { type: 'fault'; fault: string }

/** Points of a PDF in a millimeter. */
const points = 72 / 25.4
/** Pixels of text in a millimeter: 400 dots an inch. */
const textPixels = 16
/** Pixels in a millimeter of the picture that the page shows. */
const previewPixels = 4
/** Wide enough for print: 8.7 cm at 300 dots an inch. */
const leastCodeWidth = 1024

type Context = OffscreenCanvasRenderingContext2D

let under: Promise<unknown> = Promise.resolve()

const post = (reply: KitReply) => self.postMessage(reply)

self.onmessage = ({ data }: MessageEvent<KitOrder>) => {
  under = under.then(() => answer(data)).catch((error: unknown) => post({ type: 'fault', fault: wordsOf(error) }))
}

const wordsOf = (error: unknown) => (error instanceof Fault ? error.message : 'The kit couldn’t be made. Try again.')

class Fault extends Error {}

async function answer(order: KitOrder): Promise<void> {
  await fontsLoaded()
  checkCanvas()
  const { settings } = order
  if (order.type === 'preview') {
    const picture = await previewOf(contentOf(order.listing, settings), await bitmapOf(settings.logo))
    post({ type: 'preview', picture })
  } else post({ type: 'kit', file: await kitOf(order.listings, settings) })
}

let fonts: Promise<unknown> | null = null

/** Loads the font of the pages. Without it the texts are drawn in a font of the system. */
function fontsLoaded(): Promise<unknown> {
  fonts ??= (async () => {
    const url = new URL('../../app/fonts/geist-sans.woff2', import.meta.url)
    const face = await new FontFace(pageFont, `url(${url.href})`, { weight: '400 600' }).load()
    ;(self as unknown as { fonts: FontFaceSet }).fonts.add(face)
  })().catch(() => {})
  return fonts
}

/** Some browsers return noise from a canvas, so that sites can't tell visitors apart; codes would be unreadable. */
function checkCanvas(): void {
  if (typeof OffscreenCanvas === 'undefined')
    throw new Fault('This browser can’t draw the kit. Update it and try again.')
  const context = contextOf({ width: 8, height: 8 })
  context.fillStyle = '#1c1a15'
  context.fillRect(0, 0, 4, 8)
  const { data } = context.getImageData(0, 0, 8, 8)
  const isTrue = data.every(
    (value, index) => value === (index % 32 < 16 ? [28, 26, 21, 255] : [255, 255, 255, 255])[index % 4],
  )
  if (!isTrue)
    throw new Fault('This browser protects pictures from being read. Allow canvas data for this site, and try again.')
}

/** Returns a white canvas to draw on. */
function contextOf({ width, height }: Size): Context {
  const context = new OffscreenCanvas(Math.ceil(width), Math.ceil(height)).getContext('2d')
  if (!context) throw new Fault('This browser can’t draw the kit. Update it and try again.')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  return context
}

/** Sets the font and the language of a text, `size` pixels high. */
function setFont(context: Context, { fonts, lang, direction }: TextStyle, weight: number, size: number): void {
  context.font = `${weight} ${size}px ${fonts}`
  context.direction = direction
  if ('lang' in context) context.lang = lang
}

const ruler = 100
let rulerContext: Context | null = null

const measure: Measure = (text, style, weight) => {
  rulerContext ??= contextOf({ width: 1, height: 1 })
  setFont(rulerContext, style, weight, ruler)
  return rulerContext.measureText(text).width / ruler
}

/** Draws the lines of a text; the canvas is measured in millimeters, `pixels` of which are a pixel each. */
function drawText(context: Context, { lines, size, weight, color, style, align, box }: TextShape): void {
  setFont(context, style, weight, size)
  context.textAlign = align
  context.fillStyle = color
  const x = align === 'center' ? box.x + box.width / 2 : align === 'right' ? box.x + box.width : box.x
  lines.forEach((line, index) => {
    context.fillText(line, x, box.y + (index + 0.5) * leading * size + 0.35 * size)
  })
}

/** Draws a poster for the page. */
function previewOf(content: Content, logo: ImageBitmap | null): Promise<Blob> {
  const context = contextOf({ width: poster.width * previewPixels, height: poster.height * previewPixels })
  context.scale(previewPixels, previewPixels)
  for (const shape of posterShapes(content, measure)) {
    if (shape.kind === 'text') drawText(context, shape)
    else if (shape.kind === 'path') drawPath(context, shape)
    else if (logo) context.drawImage(logo, shape.box.x, shape.box.y, shape.box.width, shape.box.height)
  }
  return context.canvas.convertToBlob()
}

function drawPath(context: Context, { path, x, y, scale, color, stroke }: Shape & { kind: 'path' }): void {
  context.save()
  context.translate(x, y)
  context.scale(scale, scale)
  context.lineWidth = stroke ?? 0
  context.fillStyle = context.strokeStyle = color
  if (stroke === null) context.fill(new Path2D(path))
  else context.stroke(new Path2D(path))
  context.restore()
}

/** Returns what the poster of a listing shows. A note tells it apart from the others if all of them have the same name. */
function contentOf({ name, address, reviewUrl }: KitListing, settings: KitSettings): Content {
  const own = settings.name.trim()
  const note = [own && name !== own ? name : null, address].filter(Boolean).join(' · ')
  const { language, logo } = settings
  return { name: own || name, note: note || null, language, code: qrCode(reviewUrl), logo }
}

const bitmapOf = async (logo: Logo | null): Promise<ImageBitmap | null> =>
  logo && createImageBitmap(new Blob([logoBytes(logo)], { type: 'image/png' }))

/** Returns the bytes of a logo's PNG, which is a data URL. */
const logoBytes = ({ picture }: Logo): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(picture.slice(picture.indexOf(',') + 1)), (sign) => sign.charCodeAt(0))

/** Draws all files, and packs them. */
async function kitOf(listings: readonly KitListing[], settings: KitSettings): Promise<Blob> {
  const zip = zipOf()
  const names = fileNames(listings)
  const logo = settings.logo && logoBytes(settings.logo)
  const all = await startPdf('Posters', settings, logo)
  const cards = await startPdf('Cards', settings, logo)
  let page: PDFPage | null = null
  for (const [index, listing] of listings.entries()) {
    const content = contentOf(listing, settings)
    const name = names[index] ?? ''
    zip.add(`qr/${name}.svg`, new TextEncoder().encode(qrSvg(content.code)), 'deflate')
    zip.add(`qr/${name}.png`, await pngOf(content.code))
    const shapes = posterShapes(content, measure)
    const one = await startPdf(content.name ?? name, settings, logo)
    await one.draw(one.addPage(poster), shapes)
    zip.add(`posters/${name}.pdf`, await one.save())
    await all.draw(all.addPage(poster), shapes)
    const at = index % cardsOnSheet
    if (page === null || at === 0) {
      page = cards.addPage(sheet)
      await cards.draw(page, [cutMarks()])
    }
    await cards.draw(page, cardShapes(content, measure, cardCorner(at)))
    post({ type: 'progress', done: index + 1 })
  }
  zip.add('posters.pdf', await all.save())
  zip.add('sheet.pdf', await cards.save())
  zip.add('review-links.csv', new TextEncoder().encode(linksCsv(listings, names)), 'deflate')
  return zip.end()
}

/** Collects files in a ZIP. */
function zipOf() {
  const parts: BlobPart[] = []
  let failure: Error | null = null
  const zip = new Zip((error, part) => {
    failure ??= error
    parts.push(part as Uint8Array<ArrayBuffer>)
  })
  return {
    /** PDF and PNG are compressed already. */
    add(name: string, bytes: Uint8Array, how: 'store' | 'deflate' = 'store') {
      const entry = how === 'store' ? new ZipPassThrough(name) : new ZipDeflate(name)
      zip.add(entry)
      entry.push(bytes, true)
    },
    end() {
      zip.end()
      if (failure) throw failure
      return new Blob(parts, { type: 'application/zip' })
    },
  }
}

/** Draws a QR code whose modules are whole pixels. */
async function pngOf(code: Content['code']): Promise<Uint8Array> {
  const scale = modulePixels(code, leastCodeWidth)
  const context = contextOf({ width: code.size * scale, height: code.size * scale })
  drawPath(context, { kind: 'path', path: code.path, x: 0, y: 0, scale, color: '#000', stroke: null })
  return bytesOf(context)
}

const bytesOf = async ({ canvas }: Context) => new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())

/** Starts a PDF. Its codes, stars and lines are paths; its texts are pictures, so that any script is shown as this browser does. */
async function startPdf(title: string, { language }: KitSettings, logo: Uint8Array | null) {
  const pdf = await PDFDocument.create()
  pdf.setTitle(title)
  pdf.setLanguage(language)
  pdf.setProducer('Pinref')
  pdf.setCreator('Pinref')
  const embeddedLogo = logo && (await pdf.embedPng(logo))
  const embedded = new Map<string, PDFImage>()
  const draw = async (page: PDFPage, shapes: readonly Shape[]) => {
    const top = page.getHeight()
    const place = ({ x, y, width, height }: Box) => ({
      ...{ x: x * points, y: top - (y + height) * points },
      ...{ width: width * points, height: height * points },
    })
    for (const shape of shapes) {
      if (shape.kind === 'logo') embeddedLogo && page.drawImage(embeddedLogo, place(shape.box))
      else if (shape.kind === 'text') {
        const { key, box, picture } = await textPicture(shape)
        const image = embedded.get(key) ?? (await pdf.embedPng(picture))
        embedded.set(key, image)
        page.drawImage(image, place(box))
      } else {
        const { path, x, y, scale, color, stroke } = shape
        const paint = stroke === null ? { color: colorOf(color) } : { borderColor: colorOf(color), borderWidth: stroke }
        page.drawSvgPath(path, { x: x * points, y: top - y * points, scale: scale * points, ...paint })
      }
    }
  }
  const addPage = ({ width, height }: Size) => pdf.addPage([width * points, height * points])
  return { addPage, draw, save: () => pdf.save() }
}

type Box = TextShape['box']

/** Pictures of the texts that were drawn last: most are on every poster. */
const pictures = new Map<string, Uint8Array>()
const mostPictures = 20

/** Draws a text into a picture, with room for accents around it. */
async function textPicture(shape: TextShape) {
  const { box, size } = shape
  const margin = 0.4 * size
  const around = {
    ...{ x: box.x - margin, y: box.y - margin },
    ...{ width: box.width + 2 * margin, height: box.height + 2 * margin },
  }
  const key = JSON.stringify({ ...shape, box: [box.width, box.height] })
  const drawn = pictures.get(key)
  if (drawn) return { key, box: around, picture: drawn }
  const context = contextOf({ width: around.width * textPixels, height: around.height * textPixels })
  context.scale(textPixels, textPixels)
  context.translate(-around.x, -around.y)
  drawText(context, shape)
  const picture = await bytesOf(context)
  if (pictures.size >= mostPictures) pictures.clear()
  pictures.set(key, picture)
  return { key, box: around, picture }
}

function colorOf(hex: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  return rgb(red, green, blue)
}
