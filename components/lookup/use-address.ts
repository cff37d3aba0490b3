'use client'

import { useEffect, useRef } from 'react'
import { readDetailLevel } from '@/components/listing/detail-levels'
import { requestFor } from '@/components/reading/use-reading'
import { type AddressedLookup, readAddress, whenVisible } from './address'
import { type RecentLookup, readRecent } from './recent'
import type { Lookup } from './use-lookup'

/**
 * Answers the lookup that the page's address names: from what this browser has saved, or else by a call. Coming back by the
 * browser's history makes no call; it only fills the box and shows what was saved.
 * @param initial what the address named when the page was requested; without a text where the browser came back to it.
 * @param openSaved shows a saved answer.
 */
export function useAddress(initial: AddressedLookup, lookup: Lookup, openSaved: (lookup: RecentLookup) => void): void {
  // Once a page, even if React runs the effect twice.
  const open = useRef(async ({ text, details }: AddressedLookup) => {
    open.current = async () => {}
    const isNewPage = initial.text !== ''
    if (!isNewPage) {
      lookup.setText(text)
      lookup.setDetails(details)
    }
    const request = await requestFor(text)
    const url = request.operation === 'resolve' ? request.url : text.trim()
    const saved = readRecent(localStorage).find(
      (recent) => recent.text === url && readDetailLevel(recent.details) === details,
    )
    if (saved) openSaved({ ...saved, text })
    else if (isNewPage) void lookup.lookUp(text)
  })
  const { text, details } = initial
  useEffect(() => {
    const addressed = text === '' ? readAddress() : { text, details }
    if (addressed.text.trim() === '') return
    return whenVisible(() => open.current(addressed))
  }, [text, details])
}
