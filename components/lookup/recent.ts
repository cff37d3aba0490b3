'use client'

import { useCallback, useEffect, useState } from 'react'
import type { ListingView } from '@/components/listings/listing-rows'
import { type LookupOptions, lookupOptionsKey, readLookupOptions } from '@/server/places/upstream/lookup-options'

/** A successful lookup, saved in this browser only. */
export interface RecentLookup extends Partial<LookupOptions> {
  /** The text as sent. */
  text: string
  atMs: number
  listing: ListingView & { title: string | null }
}

const storageKey = 'pinref.recent'
const maxRecent = 8

/** Reads the lookups saved in this browser, newest first; empty if there are none or the stored value is invalid. */
export function readRecent(storage: Pick<Storage, 'getItem'>): RecentLookup[] {
  try {
    const saved: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
    return Array.isArray(saved) ? saved.filter(isRecent).slice(0, maxRecent) : []
  } catch {
    return []
  }
}

/** Saves lookups. If the browser rejects the write (private window, full storage), nothing is saved. */
export function saveRecent(storage: Pick<Storage, 'setItem'>, lookups: readonly RecentLookup[]): void {
  try {
    storage.setItem(storageKey, JSON.stringify(lookups))
  } catch {}
}

/** Adds the newest lookup at the front, keeping only one per listing. */
export function withRecent(lookups: readonly RecentLookup[], newest: RecentLookup): RecentLookup[] {
  return [newest, ...lookups.filter(({ listing }) => listing.cid !== newest.listing.cid)].slice(0, maxRecent)
}

function isRecent(saved: unknown): saved is RecentLookup {
  const { text, atMs, listing } = (saved ?? {}) as Partial<RecentLookup>
  const isText = (value: unknown) => typeof value === 'string'
  const isTextOrNull = (value: unknown) => value === null || isText(value)
  return (
    isText(text) &&
    typeof atMs === 'number' &&
    /^\d{1,20}$/.test(listing?.cid ?? '') &&
    /^0x[0-9a-f]{1,16}$/.test(listing?.hex_cid ?? '') &&
    [listing?.title, listing?.place_id, listing?.rating, listing?.review_url].every(isTextOrNull) &&
    [listing?.maps_url, listing?.schema_hasmap].every(isText) &&
    [listing?.maps_url, listing?.review_url].every((link) => !link || /^https?:\/\//.test(link)) &&
    (listing?.reviews_count === null || typeof listing?.reviews_count === 'number')
  )
}

/** The lookups saved in this browser, with functions to add one and to clear them. */
export function useRecent() {
  const [recent, setRecent] = useState<RecentLookup[]>([])

  useEffect(() => setRecent(readRecent(localStorage)), [])

  // Reread each time, because another tab may have saved lookups.
  const remember = useCallback(({ url, options }: LookupInput, { rate_limit: _, ...listing }: Remembered) => {
    const lookups = withRecent(readRecent(localStorage), { text: url, ...options, atMs: Date.now(), listing })
    saveRecent(localStorage, lookups)
    setRecent(lookups)
  }, [])
  const forget = useCallback(() => {
    saveRecent(localStorage, [])
    setRecent([])
  }, [])

  return { recent, remember, forget }
}

export interface LookupInput {
  url: string
  options: LookupOptions
}

/** Whether a saved lookup was made for this text, with these options. Without a language, it may have been in any. */
export function isSameLookup(recent: RecentLookup, url: string, options: LookupOptions): boolean {
  const saved = readLookupOptions(recent)
  const language = options.language && saved.language
  return recent.text === url && lookupOptionsKey({ ...saved, language }) === lookupOptionsKey(options)
}

type Remembered = RecentLookup['listing'] & { rate_limit?: unknown }
