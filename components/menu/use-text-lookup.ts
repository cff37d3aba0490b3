'use client'

import { optionsToSend } from '@/components/language/lookup-language'
import { announce, type CallState, useCall } from '@/components/lookup/call'
import { type LookupInput, useRecent } from '@/components/lookup/recent'
import { type LookupsLeft, useLookupsLeft } from '@/components/quota/lookups-left'
import { useReader } from '@/components/reading/use-reading'
import type { Outputs } from '@/components/trpc/client'
import type { ListingHosts } from '@/server/features/listings/listing'
import type { Listing } from '@/server/features/listings/shapes'
import { chosenOptions, defaultLookupOptions } from '@/server/places/upstream/lookup-options'
import { bulkAction, lookUpAction, openAction, searchAction, type TextAction } from './text-actions'

/** What the menu knows about a link or an identifier in its box. */
export interface TextListing {
  isShortLink: boolean
  /** What the text itself contains; null for a short link. */
  inText: Listing | null
  call: CallState<Outputs['listings']['resolve']>
  left: LookupsLeft | null
  lookUp: () => void
  /** What is known despite a failed call. */
  failure: ReturnType<NonNullable<ReturnType<typeof useReader>>['failureDetails']> | null
}

/** The menu's options for the text in its box. */
interface TextLookup {
  /** Whether the text is a link or an identifier, not words to search for. */
  isReference: boolean
  actions: TextAction[]
  /** The listing; what is wrong with the text; or null for words. */
  content: TextListing | string | null
  /** What a screen reader announces; empty if nothing. */
  announcement: string
  /** The text in the API's format; null for words. */
  url: string | null
}

const words: TextLookup = { isReference: false, actions: [], content: null, announcement: '', url: null }

const none = { status: 'idle', data: undefined, error: null } as const

/** Reads the text in the browser for free, and looks it up on request, which counts like a lookup on the start page. */
export function useTextLookup(text: string, hosts: ListingHosts): TextLookup {
  const trimmed = text.trim()
  const reader = useReader(trimmed !== '')
  const left = useLookupsLeft()
  const { remember } = useRecent()
  const latest = useCall(
    (client, { url, options }: LookupInput) => client.listings.resolve.mutate({ url, ...chosenOptions(options) }),
    (listing, input) => remember(input, listing),
  )
  if (!reader || trimmed === '') return words
  const { kind, request, words: reading, links } = reader.readingOf(trimmed)
  if (request.operation === 'search') return { ...words, actions: [searchAction(trimmed, request.name, left)] }
  if (kind === 'words') return words
  if (kind !== 'listing' && kind !== 'short_link') {
    const actions = links.length > 0 ? [bulkAction(links)] : []
    return { isReference: true, actions, content: reading, announcement: reading, url: null }
  }
  const { url } = request
  const { details } = defaultLookupOptions
  const inText = reader.listingIn(trimmed, hosts)
  const call = latest.variables?.url === url ? latest : none
  const lookUp = () => latest.mutate({ url, options: optionsToSend(defaultLookupOptions) })
  const isOpen = call.status === 'idle' && left?.remaining !== 0
  const failure = call.error && reader.failureDetails(call.error, { text: trimmed, details }, hosts)
  return {
    isReference: true,
    url,
    actions: [...(isOpen ? [lookUpAction(kind, left, lookUp)] : []), openAction(trimmed)],
    content: { isShortLink: kind === 'short_link', inText, call, left, lookUp, failure },
    announcement:
      announce(call, ({ title, cid }) => `${title ?? 'A listing'} found. Its CID is ${cid}.`) ||
      (inText ? `${reading} Its CID is ${inText.cid}. Press Tab to copy.` : reading),
  }
}
