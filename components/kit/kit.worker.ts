import type { PDFPage } from '@pdfme/pdf-lib'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { qrCode, qrSvg } from '@/components/listings/qr-picture'
import { bitmapOf, checkCanvas, Fault, fontsLoaded, logoPicture, measure, pngOf, previewOf, startPdf } from './draw'
import { type Content, cardCorner, cardShapes, cardsOnSheet, cutMarks, poster, posterShapes, sheet } from './layout'
import { fileNames, type KitListing, linksCsv, type SkippedLine, skippedCsv } from './listings'
import type { KitSettings } from './settings'

/** Requests the picture of one poster, or a kit. */
export type KitRequest = { settings: KitSettings } & (
  | { type: 'preview'; listing: KitListing }
  | { type: 'kit'; listings: readonly KitListing[]; skipped: readonly SkippedLine[] }
)

/** The worker's replies. */
export type KitReply =
  | { type: 'preview'; picture: Blob }
  | { type: 'progress'; done: number }
  | { type: 'kit'; file: Blob }
  | { type: 'fault'; fault: string }

let queue: Promise<unknown> = Promise.resolve()

const post = (reply: KitReply) => self.postMessage(reply)

self.onmessage = ({ data }: MessageEvent<KitRequest>) => {
  queue = queue.then(() => answer(data)).catch((error: unknown) => post({ type: 'fault', fault: wordsOf(error) }))
}

const wordsOf = (error: unknown) => (error instanceof Fault ? error.message : 'The kit couldn’t be created. Try again.')

async function answer(request: KitRequest): Promise<void> {
  await fontsLoaded()
  checkCanvas()
  const { settings } = request
  const logo = await bitmapOf(settings.logo)
  if (request.type === 'preview') {
    post({ type: 'preview', picture: await previewOf(contentOf(request.listing, settings), logo) })
  } else post({ type: 'kit', file: await kitOf(request, logo) })
}

/**
 * Returns the content of a listing's poster. A note distinguishes it if all posters have the same name.
 */
function contentOf({ name, address, reviewUrl }: KitListing, settings: KitSettings): Content {
  const own = settings.name.trim()
  const note = [own && name !== own ? name : null, address].filter(Boolean).join(' · ')
  const { language, logo } = settings
  return { name: own || name, note: note || null, language, code: qrCode(reviewUrl), logo }
}

/** Draws and packs all files. */
async function kitOf(
  { listings, skipped, settings }: Extract<KitRequest, { type: 'kit' }>,
  bitmap: ImageBitmap | null,
): Promise<Blob> {
  const zip = zipOf()
  const names = fileNames(listings)
  const logo = bitmap && logoPicture(bitmap)
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
    one.draw(one.addPage(poster), shapes)
    zip.add(`posters/${name}.pdf`, await one.save())
    all.draw(all.addPage(poster), shapes)
    const at = index % cardsOnSheet
    if (page === null || at === 0) {
      page = cards.addPage(sheet)
      cards.draw(page, [cutMarks()])
    }
    cards.draw(page, cardShapes(content, measure, cardCorner(at)))
    post({ type: 'progress', done: index + 1 })
  }
  zip.add('posters.pdf', await all.save())
  zip.add('sheet.pdf', await cards.save())
  zip.add('review-links.csv', new TextEncoder().encode(linksCsv(listings, names)), 'deflate')
  if (skipped.length > 0) zip.add('not-in-kit.csv', new TextEncoder().encode(skippedCsv(skipped)), 'deflate')
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
    /** PDF and PNG are already compressed. */
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
