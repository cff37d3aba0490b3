'use client'

import { useEffect, useRef } from 'react'
import { readDetailLevel } from '@/components/listing/detail-levels'
import { requestFor } from '@/components/reading/use-reading'
import type { DetailLevel } from '@/server/listings/resolve'
import { type RecentLookup, readRecent } from './recent'

/** The lookup that the page's address names. */
export interface AddressedLookup {
  /** Empty if it has none. */
  text: string
  details: DetailLevel
}

/** The lookup in the URL when the page was requested. */
export interface InitialLookup extends AddressedLookup {
  /** Whether to look it up immediately. */
  isSent: boolean
  /** Whether another app shared it. People who share a link usually want the review link. */
  isShared: boolean
}

/** Puts a lookup into the page's address, to be shared or bookmarked. */
export function setAddress({ text, details }: AddressedLookup): void {
  const more = details === 'full' ? '' : `&details=${details}`
  window.history.replaceState(null, '', `/?q=${encodeURIComponent(text)}${more}`)
}

function readAddress(): AddressedLookup {
  const query = new URLSearchParams(window.location.search)
  return { text: query.get('q') ?? '', details: readDetailLevel(query.get('details')) }
}

/**
 * Opens the lookup that the page's address names: the result that this browser has saved, otherwise only what can be read without
 * a call, because following a link should not use up a lookup.
 * @param initial the lookup in the URL when the page was requested. Its text is empty if the browser came back to the page.
 * `isSent`: this page's own form sent it before hydration.
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
