'use client'

import type { ReactNode } from 'react'
import { saveDraft } from '@/components/bulk/saved'
import { ListingCard } from '@/components/listings/listing-card'
import { PendingCard } from '@/components/listings/pending-card'
import { Answer } from '@/components/lookup/answer'
import { announce, useCall } from '@/components/lookup/call'
import { useRecent } from '@/components/lookup/recent'
import { untilWords } from '@/components/problems/until'
import { leftWords, useLookupsLeft } from '@/components/quota/lookups-left'
import { MoreLookupsLink } from '@/components/quota/plan-offer'
import { useReader } from '@/components/reading/use-reading'
import type { Outputs } from '@/components/trpc/client'
import type { ListingHosts } from '@/server/features/listings/listing'

/** An action on the text in the menu's box. */
export interface TextAction {
  id: string
  title: string
  hint?: string
  act: () => void
}

export interface LookupContext {
  source: Outputs['status']['source']
  /** The hosts for links to listings. */
  hosts: ListingHosts
}

/** The menu's options for a link or an identifier. */
interface TextLookup {
  /** Whether the text is a link or an identifier, not words to search for. */
  isReference: boolean
  actions: TextAction[]
  /** The listing, or the problem with the text; null for words. */
  content: ReactNode
  /** What a screen reader announces; empty if nothing. */
  announcement: string
  /** The text in the API's format; null for words. */
  url: string | null
}

const words: TextLookup = { isReference: false, actions: [], content: null, announcement: '', url: null }

/** Opens a string on the start page. */
const openLookup = (text: string, more = '') => location.assign(`/?q=${encodeURIComponent(text)}${more}`)

/**
 * Reads the text in the browser for free, and looks it up on request, which counts like a lookup on the start page.
 * @param onEdit focuses the box.
 */
export function useTextLookup(text: string, context: LookupContext, onEdit: () => void): TextLookup {
  const { source, hosts } = context
  const trimmed = text.trim()
  const reader = useReader(trimmed !== '')
  const left = useLookupsLeft()
  const { remember } = useRecent()
  const latest = useCall(
    (client, url: string) => client.listings.resolve.mutate({ url, details: 'full' }),
    (listing, url) => remember({ url, details: 'full' }, listing),
  )
  if (!reader || trimmed === '') return words
  const { kind, request, words: reading, links } = reader.readingOf(trimmed)
  if (request.operation === 'search') {
    const search = () => openLookup(trimmed, '&sent=1')
    const title = `Search for a business named “${request.name}”`
    return { ...words, actions: [{ id: 'search', title, hint: leftHint(left), act: search }] }
  }
  if (kind === 'words') return words
  const { url } = request
  const inText = reader.listingIn(trimmed, hosts)
  if (kind !== 'listing' && kind !== 'short_link') {
    const bulk = () => {
      saveDraft(sessionStorage, links.join('\n'))
      location.assign('/bulk')
    }
    return {
      ...words,
      isReference: true,
      actions: links.length > 0 ? [{ id: 'bulk', title: `Look up ${links.length} links in bulk`, act: bulk }] : [],
      content: <Line>{reading}</Line>,
      announcement: reading,
    }
  }
  const call = latest.variables === url ? latest : none
  const isUsedUp = left?.remaining === 0
  const lookUp = () => latest.mutate(url)
  const failure = call.error && reader.failureDetails(call.error, { text: trimmed, details: 'full' }, hosts)
  const isOpen = call.status === 'idle' && !isUsedUp
  const title = kind === 'short_link' ? 'Follow this share link' : 'Look up its name and rating'
  return {
    isReference: true,
    url,
    actions: [
      ...(isOpen ? [{ id: 'look up', title, hint: leftHint(left), act: lookUp }] : []),
      { id: 'open lookup', title: 'Open on the Look up page', act: () => openLookup(trimmed) },
    ],
    content: (
      <>
        {isUsedUp && call.status === 'idle' && (
          <Line>
            {kind === 'short_link' ? 'Following a share link' : 'Looking up its name and rating'} would use a lookup.{' '}
            {leftWords(left)}. Resets {untilWords(left.resetSeconds * 1000, Date.now())}.{' '}
            <MoreLookupsLink left={left} />
          </Line>
        )}
        <Answer
          call={call}
          left={left}
          onRetry={lookUp}
          onChangeInput={onEdit}
          empty={
            inText ? (
              <ListingCard listing={inText} source={source} details="none" note={freeNote} />
            ) : (
              <Line>A share link doesn’t contain identifiers. Follow it to find its listing. That uses a lookup.</Line>
            )
          }
          pending={<PendingCard />}
          more={failure?.more ?? ''}
          fallback={failure?.fallback && <ListingCard {...failure.fallback} source={source} details="none" />}
        >
          {(listing) => <ListingCard listing={listing} source={source} />}
        </Answer>
      </>
    ),
    announcement:
      announce(call, ({ title, cid }) => `${title ?? 'A listing'} found. Its CID is ${cid}.`) ||
      (inText ? `${reading} Its CID is ${inText.cid}. Press Tab to copy.` : reading),
  }
}

/** Opens the failed call with a request id. */
export function requestAction(id: string, isSignedIn: boolean, open: (path: string) => void): TextAction {
  const path = `/usage/errors?request=${id}`
  return isSignedIn
    ? { id: 'request', title: 'Open this call', hint: 'if it failed within 7 days', act: () => open(path) }
    : {
        id: 'request',
        title: 'Sign in to open this call',
        act: () => open(`/sign-in?next=${encodeURIComponent(path)}`),
      }
}

const none = { status: 'idle', data: undefined, error: null } as const

const freeNote = 'Read from the text itself, without a lookup.'

const leftHint = (left: ReturnType<typeof useLookupsLeft>) =>
  left === null || left.remaining === null
    ? 'uses a lookup'
    : `uses 1 of ${left.remaining.toLocaleString('en')} lookups left`

const Line = ({ children }: { children: ReactNode }) => <p className="px-2 py-1 text-sm text-soft">{children}</p>
