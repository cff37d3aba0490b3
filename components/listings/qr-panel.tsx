'use client'

import { useCallback, useEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '@/components/ui/button'
import { Choices } from '@/components/ui/choices'
import { download } from '@/components/ui/download'
import { fileStem, type ListingView, listingName } from './listing-rows'
import { modulePixels, type QrCode, QrPicture, qrCode, qrSvg } from './qr-picture'

const kinds = {
  'Review link': { what: 'opens the review form', file: 'review', call: 'Scan to leave us a review' },
  'Maps link': { what: 'opens the listing in Google Maps', file: 'map', call: 'Scan to find us on Google Maps' },
} as const

/** A listing's link as a QR code, to download. */
export function QrPanel({ listing }: { listing: ListingView }) {
  const links = { 'Review link': listing.review_url, 'Maps link': listing.maps_url }
  const available = (['Review link', 'Maps link'] as const).filter((kind) => links[kind])
  const [chosen, setChosen] = useState<keyof typeof kinds>('Review link')
  const kind = available.includes(chosen) ? chosen : 'Maps link'
  const link = links[kind] ?? ''
  const code = useMemo(() => qrCode(link), [link])
  const [failed, setFailed] = useState(false)
  const [isPrinting, setIsPrinting] = useState(false)
  const stopPrinting = useCallback(() => setIsPrinting(false), [])
  const name = listingName(listing)
  const file = `${fileStem(listing)}-${kinds[kind].file}-qr`

  const savePng = () =>
    qrPng(code).then(
      (png) => download(`${file}.png`, png),
      () => setFailed(true),
    )

  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
      <QrPicture code={code} label={`QR code that ${kinds[kind].what}`} />
      <div className="grid min-w-0 flex-1 basis-56 gap-3">
        {available.length > 1 && (
          <Choices label="What the QR code opens" options={available} chosen={kind} onChoose={setChosen} />
        )}
        <p className="text-sm text-soft">This code {kinds[kind].what}. Test it with a phone before printing.</p>
        <p className="flex flex-wrap gap-2">
          <Button onClick={savePng}>Download PNG</Button>
          <Button onClick={() => download(`${file}.svg`, new Blob([qrSvg(code)], { type: 'image/svg+xml' }))}>
            Download SVG
          </Button>
          {name && <Button onClick={() => setIsPrinting(true)}>Print poster</Button>}
        </p>
        {name && isPrinting && <Poster name={name} call={kinds[kind].call} code={code} onPrinted={stopPrinting} />}
        <p role="status" className="text-sm text-limit empty:hidden">
          {failed && 'This browser can’t create the PNG. Download the SVG instead.'}
        </p>
      </div>
    </div>
  )
}

interface PosterProps {
  /** The business name. */
  name: string
  /** What to do with the code: "Scan to leave us a review". */
  call: string
  code: QrCode
  /** Called after the browser has printed, or the user has canceled. */
  onPrinted: () => void
}

/** A page with a business's name and its QR code, which replaces everything else while the browser prints. */
function Poster({ name, call, code, onPrinted }: PosterProps) {
  useEffect(() => {
    addEventListener('afterprint', onPrinted, { once: true })
    window.print()
    return () => removeEventListener('afterprint', onPrinted)
  }, [onPrinted])

  return createPortal(
    <section aria-label="Poster" data-poster className="hidden text-center text-black print:block">
      <p className="text-[3rem] leading-tight font-semibold text-balance [overflow-wrap:anywhere]" dir="auto">
        {name}
      </p>
      <svg viewBox={`0 0 ${code.size} ${code.size}`} className="mx-auto my-10 w-[12cm]" shapeRendering="crispEdges">
        <title>{call}</title>
        <path d={code.path} />
      </svg>
      <p className="text-[2rem] font-medium">{call}</p>
    </section>,
    document.body,
  )
}

/** Wide enough for print: 8.7 cm at 300 dots per inch. */
const leastWidth = 1024

/**
 * Draws a QR code as a PNG of at least 1024 pixels per side.
 * @throws Error if the browser has no canvas to draw on.
 */
function qrPng(code: QrCode): Promise<Blob> {
  const pixels = modulePixels(code, leastWidth)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = code.size * pixels
  const context = canvas.getContext('2d')
  if (!context) return Promise.reject(new Error('no canvas'))
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  context.scale(pixels, pixels)
  context.fill(new Path2D(code.path))
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}
