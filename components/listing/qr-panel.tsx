'use client'

import { useCallback, useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Choices } from '@/components/ui/choices'
import { download } from '@/components/ui/download'
import { fileStem } from './file-name'
import { listingName } from './listing-name'
import type { ListingView } from './listing-rows'
import { Poster } from './poster'
import { qrCode, qrSvg } from './qr-code'
import { QrPicture } from './qr-picture'
import { qrPng } from './qr-png'

const kinds = {
  'Review link': { what: 'opens the form for writing a review', file: 'review', call: 'Scan to leave us a review' },
  'Maps link': { what: 'opens the listing in Google Maps', file: 'map', call: 'Scan to find us on Google Maps' },
} as const

/** A link of the listing as a QR code, to download. */
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
        <p className="text-sm text-soft">It {kinds[kind].what}. Test it with a phone before you print it.</p>
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
