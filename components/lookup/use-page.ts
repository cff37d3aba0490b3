'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { useLookupsLeft } from '@/components/quota/lookups-left'
import { loadClient } from '@/components/trpc/lazy-client'
import { useFirstInput } from '@/components/ui/typing'
import type { ListingHosts } from '@/server/features/listings/listing'
import { type InitialLookup, useAddress } from './address'
import type { RecentLookup } from './recent'
import { reveal, useBox, useTitle } from './screen'
import { useConvert } from './use-convert'
import { useLookup } from './use-lookup'
import { useSearch } from './use-search'

export const tabs = [
  { name: 'lookup', text: 'Look up' },
  { name: 'search', text: 'Search' },
  { name: 'convert', text: 'Convert' },
] as const

type TabName = (typeof tabs)[number]['name']

/**
 * The state of the start page: its three tabs, the open one, the result shown, and the actions that switch tabs.
 * @param initial the lookup in the page's URL.
 * @param hosts the hosts for links to listings.
 */
export function usePage(initial: InitialLookup, hosts: ListingHosts) {
  const [tab, setTab] = useState<TabName>('lookup')
  const left = useLookupsLeft()
  const [lookupCount, setLookupCount] = useState(0)
  const onFound = useCallback(() => setLookupCount((count) => count + 1), [])
  const search = useSearch(onFound)
  const convert = useConvert(hosts)
  const lookup = useLookup(initial, search, onFound, { left, hosts })
  const root = useRef<HTMLDivElement>(null)
  const region = useRef<HTMLElement>(null)
  const focusBox = useBox(root)

  // The first tab also searches if its text is a business name.
  const shown = tab === 'lookup' && lookup.sent.operation === 'search' ? 'search' : tab
  const { announcement } = { lookup, search, convert }[shown]
  // A CID is converted as it is typed, so nothing may scroll or move the focus.
  const status = shown === 'convert' ? 'idle' : { lookup, search }[shown].call.status
  const showAnswer = () => reveal(region.current)
  useEffect(() => {
    if (status !== 'idle') reveal(region.current)
  }, [status])
  const { shared } = lookup
  useEffect(() => {
    if (shared) reveal(region.current)
  }, [shared])

  // Whether the tab has no result yet.
  const isBlank = {
    lookup: lookup.answer.status === 'idle' && !lookup.shared,
    search: search.call.status === 'idle',
    convert: convert.conversion === null,
  }[shown]
  const isExample = shown === 'lookup' && isBlank
  const hasBegun = useFirstInput()
  useEffect(() => {
    if (hasBegun) void loadClient().catch(() => {})
  }, [hasBegun])

  useTitle((shown === 'lookup' && lookup.answer.data?.title) || null)

  const openSaved = (saved: RecentLookup) => {
    setTab('lookup')
    lookup.openSaved(saved)
    showAnswer()
  }
  useAddress(initial, lookup, openSaved)

  return {
    tab,
    setTab,
    /** How many lookups are left; null until it is known. */
    left,
    lookup,
    search,
    convert,
    /** How many lookups and searches have succeeded since the page was opened. */
    lookupCount,
    /** Which result is shown. */
    shown,
    /** The state of its call. */
    status,
    /** Whether the open tab has no result yet. */
    isBlank,
    /** Whether the example is shown instead of a result. */
    isExample,
    announcement,
    root,
    /** The region that contains the result. */
    region,
    focusBox,
    showAnswer,
    /** Whether the page has been used, so the parts for an active user are needed. */
    isUsed: hasBegun || lookup.text !== '' || lookup.recent.length > 0 || !isExample,
    retry: (shown === 'search' ? search : lookup).retry,
    openSaved,
    tryText(text: string) {
      setTab('lookup')
      lookup.setText(text)
      void lookup.lookUp(text)
    },
    convertInstead(cid: string) {
      setTab('convert')
      convert.setCid(cid)
    },
    searchInstead() {
      const name = lookup.sent.text.trim()
      if (/^[^/]{1,200}$/.test(name)) search.setName(name)
      setTab('search')
    },
  }
}

export type Page = ReturnType<typeof usePage>
