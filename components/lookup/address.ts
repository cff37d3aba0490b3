'use client'

import { useEffect, useRef } from 'react'
import { browserLanguage } from '@/components/language/lookup-language'
import { requestFor } from '@/components/reading/use-reading'
import { chosenOptions, type LookupOptions, readLookupOptions } from '@/server/places/upstream/lookup-options'
import { isSameLookup, type RecentLookup, readRecent } from './recent'

/** The lookup in the page's address. */
export interface AddressedLookup {
  /** Empty if the address has none. */
  text: string
  options: LookupOptions
}

/** The lookup in the URL when the page was requested. */
export interface InitialLookup extends AddressedLookup {
  /** Whether to look it up immediately. */
  isSent: boolean
  /** Whether another app shared the text. People who share a link usually want the review link. */
  isShared: boolean
}

/**
 * Puts a lookup into the page's URL, to share or bookmark. The browser's own language is omitted, so another person gets
 * theirs.
 */
export function setAddress({ text, options }: AddressedLookup): void {
  const { language } = options
  const shown = { ...options, language: language === browserLanguage() ? '' : language }
  const more = new URLSearchParams({ ...chosenOptions(shown) }).toString()
  window.history.replaceState(null, '', `/?q=${encodeURIComponent(text)}${more && `&${more}`}`)
}

function readAddress(): AddressedLookup {
  const query = new URLSearchParams(window.location.search)
  return { text: query.get('q') ?? '', options: readLookupOptions(Object.fromEntries(query)) }
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
    const { text, options } = addressed
    const request = await requestFor(text)
    const url = request.operation === 'resolve' ? request.url : text.trim()
    const saved = readRecent(localStorage).find((recent) => isSameLookup(recent, url, options))
    if (saved) openSaved({ ...saved, text })
    else if (initial.isSent) void lookup.lookUp(text)
    else lookup.openShared(addressed)
  })
  const first = useRef(initial)
  useEffect(() => {
    const addressed = first.current.text === '' ? readAddress() : first.current
    if (addressed.text.trim() !== '') void open.current(addressed)
  }, [])
}
