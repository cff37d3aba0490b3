'use client'

import { useEffect, useRef, useState } from 'react'
import { readDetailLevel } from '@/components/listings/detail-levels'
import type { LookupsLeft } from '@/components/quota/lookups-left'
import { requestFor, useReader } from '@/components/reading/use-reading'
import { withoutApiKeys } from '@/components/reading/without-api-keys'
import type { ListingHosts } from '@/server/features/listings/listing'
import type { Listing } from '@/server/features/listings/shapes'
import type { DetailLevel } from '@/server/places/upstream/lookup-options'
import { announce, type Call, faultIdOf, useCall } from './call'
import { type RecentLookup, readRecent, useRecent } from './recent'
import { hideKeyboard } from './screen'
import type { Search } from './use-search'

interface Sent {
  /** The text that was in the box. */
  text: string
  /** The text as sent to resolve; empty for a search. */
  url: string
  details: DetailLevel
  operation: 'resolve' | 'search'
}

const nothing: Sent = { text: '', url: '', details: 'full', operation: 'resolve' }

/**
 * The tab that looks up any text: its input, its call, and the result.
 * @param search looks up a string that is a business name.
 * @param onFound called after each successful lookup.
 * @param left how many lookups are left; null until known.
 * @param hosts the hosts for links to listings.
 */
export function useLookup(
  initial: InitialLookup,
  search: Search,
  onFound: () => void,
  { left, hosts }: { left: LookupsLeft | null; hosts: ListingHosts },
) {
  const { recent, remember, forget } = useRecent()
  const call = useCall(
    (client, input: { url: string; details: DetailLevel }) => client.listings.resolve.mutate(input),
    (listing, input) => {
      remember(input, listing)
      onFound()
    },
  )
  const [text, setText] = useState(initial.text)
  const [details, setDetails] = useState(initial.details)
  const [sent, setSent] = useState<Sent>(nothing)
  const reader = useReader(text.trim() !== '' || sent !== nothing)
  // A lookup from the page's address; the user decides whether to make it.
  const [shared, setShared] = useState<AddressedLookup | null>(null)
  // A result saved in this browser, shown instead of the call's.
  const [saved, setSaved] = useState<RecentLookup | null>(null)

  const lookUp = async (typed: string, level = details) => {
    hideKeyboard()
    const text = withoutApiKeys(typed)
    if (text !== typed) setText(text)
    setAddress({ text, details: level })
    const request = await requestFor(text)
    setSaved(null)
    // A call would fail, and a saved result has more than the identifiers in the text.
    const isSaved = (one: RecentLookup) =>
      'url' in request && one.text === request.url && (one.details ?? 'full') === level
    const saved = left?.remaining === 0 && recent.find(isSaved)
    if (saved) return openSaved({ ...saved, text })
    setShared(null)
    if (request.operation === 'search') {
      setSent({ ...nothing, text, details: level, operation: 'search' })
      search.search({ name: request.name })
    } else {
      const input = { url: request.url, details: level }
      setSent({ text, ...input, operation: 'resolve' })
      call.mutate(input)
    }
  }
  const openShared = (addressed: AddressedLookup) => {
    setText(addressed.text)
    setDetails(addressed.details)
    setShared(addressed)
  }
  const openSaved = (lookup: RecentLookup) => {
    const { text } = lookup
    const details = readDetailLevel(lookup.details)
    setText(text)
    setDetails(details)
    setSent({ ...nothing, text, url: text, details })
    setSaved(lookup)
    setShared(null)
    setAddress({ text, details })
  }

  const answer: Call<RecentLookup['listing']> = saved ? { status: 'success', data: saved.listing, error: null } : call
  const failure = answer.error && reader?.failureDetails(answer.error, sent, hosts)
  const found = ({ title, cid }: Pick<Listing, 'title' | 'cid'>) => `${title ?? 'A listing'} found. Its CID is ${cid}.`
  return {
    text,
    setText,
    /** The level of detail to request. */
    details,
    setDetails,
    sent,
    /** The result of the call, or the saved one. */
    answer,
    /** When the result was saved in this browser, epoch milliseconds; null for one just fetched. */
    savedMs: saved?.atMs ?? null,
    /** Whether the result is for text that another app shared. */
    isShared: initial.isShared && sent.text === withoutApiKeys(initial.text),
    call,
    busy: call.isPending || search.call.isPending,
    lookUp,
    retry: () => lookUp(sent.text, sent.details),
    recent,
    openSaved,
    shared,
    openShared,
    forgetRecent: forget,
    faultId: faultIdOf(sent.operation === 'search' ? search.call : answer, text === sent.text),
    /** What is known despite the failed call, and why it failed. */
    failure,
    announcement: announce(answer, found) + (failure?.announcement ?? ''),
  }
}

export type Lookup = ReturnType<typeof useLookup>

/** The lookup in the page's address. */
export interface AddressedLookup {
  /** Empty if the address has none. */
  text: string
  details: DetailLevel
}

/** The lookup in the URL when the page was requested. */
export interface InitialLookup extends AddressedLookup {
  /** Whether to look it up immediately. */
  isSent: boolean
  /** Whether another app shared the text. People who share a link usually want the review link. */
  isShared: boolean
}

/** Puts a lookup into the page's URL, to share or bookmark. */
function setAddress({ text, details }: AddressedLookup): void {
  const more = details === 'full' ? '' : `&details=${details}`
  window.history.replaceState(null, '', `/?q=${encodeURIComponent(text)}${more}`)
}

function readAddress(): AddressedLookup {
  const query = new URLSearchParams(window.location.search)
  return { text: query.get('q') ?? '', details: readDetailLevel(query.get('details')) }
}

/**
 * Opens the lookup in the page's URL: the result saved in this browser, otherwise only what can be read without a call,
 * because following a link should not use up a lookup.
 * @param initial the lookup in the URL when the page was requested. Its text is empty if the user
 * came back to the page. `isSent`: this page's own form sent it before hydration.
 * @param openSaved shows a saved result.
 */
export function useAddress(
  initial: InitialLookup,
  lookup: { lookUp: (text: string) => unknown; openShared: (addressed: AddressedLookup) => void },
  openSaved: (lookup: RecentLookup) => void,
): void {
  // Runs once per page, even if React runs the effect twice.
  const open = useRef(async (addressed: AddressedLookup) => {
    open.current = async () => {}
    const { text, details } = addressed
    const request = await requestFor(text)
    const url = request.operation === 'resolve' ? request.url : text.trim()
    const saved = readRecent(localStorage).find(
      (recent) => recent.text === url && readDetailLevel(recent.details) === details,
    )
    if (saved) openSaved({ ...saved, text })
    else if (initial.isSent) void lookup.lookUp(text)
    else lookup.openShared(addressed)
  })
  const { text, details } = initial
  useEffect(() => {
    const addressed = text === '' ? readAddress() : { text, details }
    if (addressed.text.trim() !== '') void open.current(addressed)
  }, [text, details])
}
