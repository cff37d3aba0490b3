'use client'

import { useEffect, useRef } from 'react'
import { requestFor } from '@/components/reading/use-reading'
import { textOfAddress, whenVisible } from './address'
import { type RecentLookup, readRecent } from './recent'
import type { Lookup } from './use-lookup'

/**
 * Answers the lookup that the page's address names: from what this browser has saved, or else by a call. Coming back by the
 * browser's history makes no call; it only fills the box and shows what was saved.
 * @param initialText what the address named when the page was requested; empty where the browser came back to it.
 * @param openSaved shows a saved answer.
 */
export function useAddress(initialText: string, lookup: Lookup, openSaved: (lookup: RecentLookup) => void): void {
  // Once a page, even if React runs the effect twice.
  const open = useRef(async (text: string) => {
    open.current = async () => {}
    const isNewPage = initialText !== ''
    if (!isNewPage) lookup.setText(text)
    const request = await requestFor(text)
    const url = request.operation === 'resolve' ? request.url : text.trim()
    const saved = readRecent(localStorage).find((recent) => recent.text === url)
    if (saved) openSaved({ ...saved, text })
    else if (isNewPage) void lookup.lookUp(text)
  })
  useEffect(() => {
    const text = initialText || textOfAddress()
    if (text.trim() === '') return
    return whenVisible(() => open.current(text))
  }, [initialText])
}
