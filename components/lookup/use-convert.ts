'use client'

import { useEffect, useRef, useState } from 'react'
import { useReader } from '@/components/reading/use-reading'
import { useSettled } from '@/components/ui/typing'
import type { ListingHosts } from '@/server/features/listings/listing'
import type { Keep } from './recent'

/** How long a number must remain unchanged before it is stored, because it may be incomplete. */
const keepAfterMs = 2_000

/**
 * The tab that converts a CID in the browser as it is typed. Makes no call and uses no lookup.
 * @param keep stores the conversion with the account; the same function on every call.
 */
export function useConvert(hosts: ListingHosts, keep: Keep) {
  const [cid, setCid] = useState('')
  const hasText = cid.trim() !== ''
  const reader = useReader(hasText)
  const isSettled = useSettled(cid)
  const { conversion = null, fault = null } = (hasText && reader?.converted(cid, hosts)) || {}
  // The number may be incomplete.
  const shownFault = isSettled ? fault : null
  const text = cid.trim()
  // The text last stored, or last opened from the stored lookups.
  const stored = useRef('')
  const decimal = conversion?.cid_decimal
  useEffect(() => {
    if (decimal === undefined || text === stored.current) return
    const timer = setTimeout(() => {
      stored.current = text
      keep({ operation: 'convert', text, cid: decimal })
    }, keepAfterMs)
    return () => clearTimeout(timer)
  }, [text, decimal, keep])
  return {
    cid,
    setCid,
    /** Converts a stored number. */
    openStored: (text: string) => {
      stored.current = text
      setCid(text)
    },
    conversion,
    fault: shownFault,
    announcement: conversion ? `${conversion.cid_decimal} is ${conversion.hex_cid}.` : (shownFault ?? ''),
  }
}

export type Convert = ReturnType<typeof useConvert>
