'use client'

import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { QrCode } from './qr-code'

interface PosterProps {
  /** The name of the business. */
  name: string
  /** What to do with the code: "Scan to leave us a review". */
  call: string
  code: QrCode
  /** Called after the browser has printed, or the user has cancelled. */
  onPrinted: () => void
}

/** A page with a business's name and its QR code, which replaces everything else while the browser prints. */
export function Poster({ name, call, code, onPrinted }: PosterProps) {
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
