'use client'

import { useState } from 'react'
import { optionsToSend } from '@/components/language/lookup-language'
import type { LookupsLeft } from '@/components/quota/lookups-left'
import { requestFor, useReader } from '@/components/reading/use-reading'
import { withoutApiKeys } from '@/components/reading/without-api-keys'
import type { ListingHosts } from '@/server/features/listings/listing'
import type { Listing } from '@/server/features/listings/shapes'
import {
  chosenOptions,
  defaultLookupOptions,
  type LookupOptions,
  readLookupOptions,
} from '@/server/places/upstream/lookup-options'
import { type AddressedLookup, type InitialLookup, setAddress } from './address'
import { announce, type CallState, faultIdOf, useCall } from './call'
import { isSameLookup, type LookupInput, type RecentLookup, useRecent } from './recent'
import { hideKeyboard } from './screen'
import type { Search } from './use-search'

interface Sent {
  /** The text that was in the box. */
  text: string
  /** The text as sent to resolve; empty for a search. */
  url: string
  options: LookupOptions
  operation: 'resolve' | 'search'
}

const nothing: Sent = { text: '', url: '', options: defaultLookupOptions, operation: 'resolve' }

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
    (client, { url, options }: LookupInput) => client.listings.resolve.mutate({ url, ...chosenOptions(options) }),
    (listing, input) => {
      remember(input, listing)
      onFound()
    },
  )
  const [text, setText] = useState(initial.text)
  const [options, setOptions] = useState(initial.options)
  const [sent, setSent] = useState<Sent>(nothing)
  const reader = useReader(text.trim() !== '' || sent !== nothing)
  // A lookup from the page's address; the user decides whether to make it.
  const [shared, setShared] = useState<AddressedLookup | null>(null)
  // A result saved in this browser, shown instead of the call's.
  const [saved, setSaved] = useState<RecentLookup | null>(null)

  const lookUp = async (typed: string, from = options) => {
    const chosen = optionsToSend(from)
    hideKeyboard()
    const text = withoutApiKeys(typed)
    if (text !== typed) setText(text)
    setAddress({ text, options: chosen })
    const request = await requestFor(text)
    setSaved(null)
    // A call would fail, and a saved result has more than the identifiers in the text.
    const isSaved = (one: RecentLookup) => 'url' in request && isSameLookup(one, request.url, from)
    const saved = left?.remaining === 0 && recent.find(isSaved)
    if (saved) return openSaved({ ...saved, text })
    setShared(null)
    if (request.operation === 'search') {
      setSent({ ...nothing, text, options: chosen, operation: 'search' })
      search.search({ name: request.name, language: from.language })
    } else {
      const input = { url: request.url, options: chosen }
      setSent({ text, ...input, operation: 'resolve' })
      call.mutate(input)
    }
  }
  const openShared = (addressed: AddressedLookup) => {
    setText(addressed.text)
    setOptions(addressed.options)
    setShared(addressed)
  }
  const openSaved = (lookup: RecentLookup) => {
    const { text } = lookup
    const options = readLookupOptions(lookup)
    setText(text)
    setOptions(options)
    setSent({ ...nothing, text, url: text, options })
    setSaved(lookup)
    setShared(null)
    setAddress({ text, options })
  }

  const answer: CallState<RecentLookup['listing']> = saved
    ? { status: 'success', data: saved.listing, error: null }
    : call
  const failure =
    answer.error && reader?.failureDetails(answer.error, { text: sent.text, details: sent.options.details }, hosts)
  const found = ({ title, cid }: Pick<Listing, 'title' | 'cid'>) => `${title ?? 'A listing'} found. Its CID is ${cid}.`
  return {
    text,
    setText,
    options,
    setOptions,
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
    retry: () => lookUp(sent.text, sent.options),
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
