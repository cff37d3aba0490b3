'use client'

import { useState } from 'react'
import type { ApiRequest } from '@/components/samples/request-samples'
import { Choices } from '@/components/ui/choices'
import { CopyButton } from '@/components/ui/copy-button'
import type { ListingView } from './listing-rows'
import { jsonLd, listingCsvRow, listingJson, listingText } from './listing-text'
import { QrPanel } from './qr-panel'
import { SamplesPanel, Snippet } from './samples-panel'

const tools = ['QR code', 'JSON-LD', 'Code'] as const

export interface ListingToolsProps {
  listing: ListingView
  /** The call that found the listing. */
  request: Pick<ApiRequest, 'path' | 'body'>
  /** Whether the page's address links to this listing. */
  shareable?: boolean
}

/** Tools for a listing: a QR code, JSON-LD for a web page, and the same call in code. */
export function ListingTools({ listing, request, shareable = false }: ListingToolsProps) {
  const [tool, setTool] = useState<(typeof tools)[number]>('QR code')
  return (
    <section aria-label="Use this listing" className="border-t border-rule pt-3 pb-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">Use this listing</h3>
        {shareable && (
          <span className="flex items-center text-sm">
            <span className="text-soft">Link to this lookup</span>
            <CopyButton value={window.location.href} name="link to this lookup" className="-me-2" />
          </span>
        )}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-1 text-sm">
        <span className="text-soft">Copy all as</span>
        <CopyButton value={listingText(listing)} name="all as text" label="Text" />
        <CopyButton value={listingJson(listing)} name="all as JSON" label="JSON" />
        <CopyButton value={listingCsvRow(listing)} name="all as a CSV row" label="CSV row" />
      </div>
      <div className="mt-2 mb-4">
        <Choices label="What to create" options={tools} chosen={tool} onChoose={setTool} />
      </div>
      {tool === 'QR code' && <QrPanel listing={listing} />}
      {tool === 'JSON-LD' && (
        <Snippet
          name="JSON-LD"
          text={jsonLd(listing)}
          note="Fill in the name and address, replace LocalBusiness with a more specific type, and paste this into the <head> of the business’s website."
        />
      )}
      {tool === 'Code' && <SamplesPanel request={request} />}
    </section>
  )
}
