'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { readDetailLevel } from '@/components/listing/detail-levels'
import { useRefreshLookupsLeft } from '@/components/quota/use-lookups-left'
import { requestFor } from '@/components/reading/use-reading'
import { withoutApiKeys } from '@/components/reading/without-api-keys'
import { useTRPC } from '@/components/trpc/client'
import type { DetailLevel } from '@/server/listings/resolve'
import { type AddressedLookup, setAddress } from './address'
import { announce, type Call, faultIdOf } from './call'
import type { RecentLookup } from './recent'
import { hideKeyboard } from './small-screen'
import { useRecent } from './use-recent'
import type { Search } from './use-search'

interface Sent {
  /** As it stood in the box. */
  text: string
  /** As it was sent to be resolved; empty where it was searched for. */
  url: string
  details: DetailLevel
  operation: 'resolve' | 'search'
}

/**
 * The tab that looks up any text: what is typed into it, its call, and what that came to.
 * @param search answers a text that is a business name.
 */
export function useLookup(initial: AddressedLookup, search: Search) {
  const trpc = useTRPC()
  const call = useMutation(trpc.listings.resolve.mutationOptions({ onSettled: useRefreshLookupsLeft() }))
  const { recent, remember, forget } = useRecent()
  const [text, setText] = useState(initial.text)
  const [details, setDetails] = useState(initial.details)
  const [sent, setSent] = useState<Sent>({ text: '', url: '', details: 'full', operation: 'resolve' })
  // What the page's address names, for the user to decide whether to look it up.
  const [shared, setShared] = useState<AddressedLookup | null>(null)
  // An answer that this browser had saved, shown in place of the call's.
  const [saved, setSaved] = useState<RecentLookup | null>(null)

  const lookUp = async (typed: string, level = details) => {
    hideKeyboard()
    const text = withoutApiKeys(typed)
    if (text !== typed) setText(text)
    setAddress({ text, details: level })
    const request = await requestFor(text)
    setSaved(null)
    setShared(null)
    if (request.operation === 'search') {
      setSent({ text, url: '', details: level, operation: 'search' })
      search.search({ name: request.name })
    } else {
      const asked = { url: request.url, details: level }
      setSent({ text, ...asked, operation: 'resolve' })
      call.mutate(asked, { onSuccess: (listing) => remember(asked, listing) })
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
    setSent({ text, url: text, details, operation: 'resolve' })
    setSaved(lookup)
    setShared(null)
    setAddress({ text, details })
  }

  const answer: Call<RecentLookup['listing']> = saved ? { status: 'success', data: saved.listing, error: null } : call
  return {
    text,
    setText,
    /** How much to ask for. */
    details,
    setDetails,
    sent,
    /** What the call came to, or the answer that was saved. */
    answer,
    /** When the answer was saved in this browser, epoch milliseconds; null for one just fetched. */
    savedMs: saved?.atMs ?? null,
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
    announcement: announce(answer, ({ title, cid }) => `${title ?? 'A listing'} found. Its CID is ${cid}.`),
  }
}

export type Lookup = ReturnType<typeof useLookup>
