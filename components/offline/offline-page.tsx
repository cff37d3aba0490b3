'use client'

import { useEffect, useState } from 'react'
import { ListingDetails } from '@/components/listings/listing-details'
import { followingOffline, listingIn, type Reading, readingOf } from '@/components/reading/reading'
import { sharedText } from '@/components/reading/shared-text'
import { Button } from '@/components/ui/button'
import { AnswerCard } from '@/components/ui/card'
import { TextBox } from '@/components/ui/field'
import type { ListingHosts } from '@/server/features/listings/listing'

/**
 * Reads links and converts CIDs without a connection. It appears at the address of any page that cannot be loaded, and
 * reads the text to look up from that address. All of the page's code is included, because none can be loaded later.
 */
export function OfflinePage({ hosts }: { hosts: ListingHosts }) {
  const [text, setText] = useState('')
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    setText(query.get('q') ?? sharedText({ text: query.get('text'), url: query.get('url') }) ?? '')
  }, [])
  const hasText = text.trim() !== ''
  const listing = hasText ? listingIn(text, hosts) : null
  const lookUp = () => location.assign(`/?q=${encodeURIComponent(text)}&sent=1`)
  return (
    <div className="mx-auto grid max-w-[76rem] items-start gap-x-10 gap-y-8 px-4 pt-6 pb-24 sm:px-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:pt-10">
      <div className="min-w-0">
        <h1 className="text-display font-semibold text-balance">You’re offline</h1>
        <p className="mt-4 mb-6 max-w-[34rem] text-lg text-soft">
          Pinref can still read links and CIDs, because their identifiers are in the text itself. Names, ratings, and
          short links need a connection.
        </p>
        <TextBox
          id="offline-text"
          rows={3}
          label="Maps link, place id, or CID"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <p aria-live="polite" className="mt-3 min-h-11 text-sm text-soft">
          {hasText ? offlineWords(readingOf(text)) : 'Nothing leaves this device.'}
        </p>
        <Button onClick={hasText ? lookUp : () => location.reload()}>
          {hasText ? 'Look it up online' : 'Try again'}
        </Button>
      </div>
      <section aria-label="Result" className="min-w-0">
        {listing && (
          <AnswerCard>
            <h2 className="mb-4 text-title font-semibold [overflow-wrap:anywhere]" dir="auto">
              {listing.title ?? 'Name unknown'}
            </h2>
            <ListingDetails listing={listing} />
          </AnswerCard>
        )}
      </section>
    </div>
  )
}

/** Returns what a string was recognized as, and what needs a connection. */
function offlineWords({ kind, words }: Reading): string {
  if (kind === 'short_link') return followingOffline
  return kind === 'name' ? 'Business name. You need a connection to search for it.' : words
}
