'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useRefreshLookupsLeft } from '@/components/quota/use-lookups-left'
import { requestFor } from '@/components/reading/use-reading'
import { withoutApiKeys } from '@/components/reading/without-api-keys'
import { useTRPC } from '@/components/trpc/client'
import { setAddress } from './address'
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
  operation: 'resolve' | 'search'
}

/**
 * The tab that looks up any text: what is typed into it, its call, and what that came to.
 * @param search answers a text that is a business name.
 */
export function useLookup(initialText: string, search: Search) {
  const trpc = useTRPC()
  const call = useMutation(trpc.listings.resolve.mutationOptions({ onSettled: useRefreshLookupsLeft() }))
  const { recent, remember, forget } = useRecent()
  const [text, setText] = useState(initialText)
  const [sent, setSent] = useState<Sent>({ text: '', url: '', operation: 'resolve' })
  // An answer that this browser had saved, shown in place of the call's.
  const [saved, setSaved] = useState<RecentLookup | null>(null)

  const lookUp = async (typed: string) => {
    hideKeyboard()
    const text = withoutApiKeys(typed)
    if (text !== typed) setText(text)
    setAddress(text)
    const request = await requestFor(text)
    setSaved(null)
    if (request.operation === 'search') {
      setSent({ text, url: '', operation: 'search' })
      search.search({ name: request.name })
    } else {
      setSent({ text, url: request.url, operation: 'resolve' })
      call.mutate({ url: request.url }, { onSuccess: (listing) => remember(request.url, listing) })
    }
  }
  const openSaved = (lookup: RecentLookup) => {
    setText(lookup.text)
    setSent({ text: lookup.text, url: lookup.text, operation: 'resolve' })
    setSaved(lookup)
    setAddress(lookup.text)
  }

  const answer: Call<RecentLookup['listing']> = saved ? { status: 'success', data: saved.listing, error: null } : call
  return {
    text,
    setText,
    sent,
    /** What the call came to, or the answer that was saved. */
    answer,
    /** When the answer was saved in this browser, epoch milliseconds; null for one just fetched. */
    savedMs: saved?.atMs ?? null,
    call,
    busy: call.isPending || search.call.isPending,
    lookUp,
    retry: () => lookUp(sent.text),
    recent,
    openSaved,
    forgetRecent: forget,
    faultId: faultIdOf(sent.operation === 'search' ? search.call : answer, text === sent.text),
    announcement: announce(answer, ({ title, cid }) => `${title ?? 'A listing'} found. Its CID is ${cid}.`),
  }
}

export type Lookup = ReturnType<typeof useLookup>
