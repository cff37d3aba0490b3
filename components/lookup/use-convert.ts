'use client'

import { useEffect, useRef, useState } from 'react'
import { useReader } from '@/components/reading/use-reading'
import { useSettled } from '@/components/ui/typing'
import type { ListingHosts } from '@/server/listings/listing'
import type { Keep } from './recent'

/** How long a number must stay unchanged before it is kept, because it may be half typed. */
const keepAfterMs = 2_000

/**
 * The tab that converts a CID in the browser as it is typed. It makes no call and uses no lookup.
 * @param keep keeps the conversion with the account; the same function at every call.
 */
export function useConvert(hosts: ListingHosts, keep: Keep) {
  const [cid, setCid] = useState('')
  const hasText = cid.trim() !== ''
  const reader = useReader(hasText)
  const isSettled = useSettled(cid)
  const { conversion = null, fault = null } = (hasText && reader?.converted(cid, hosts)) || {}
  // The number may be half typed.
  const toldFault = isSettled ? fault : null
  const text = cid.trim()
  // The text that was kept last, or that was opened from the kept lookups.
  const kept = useRef('')
  const decimal = conversion?.cid_decimal
  useEffect(() => {
    if (decimal === undefined || text === kept.current) return
    const timer = setTimeout(() => {
      kept.current = text
      keep({ operation: 'convert', text, cid: decimal })
    }, keepAfterMs)
    return () => clearTimeout(timer)
  }, [text, decimal, keep])
  return {
    cid,
    setCid,
    /** Converts a number that was kept before. */
    openKept: (text: string) => {
      kept.current = text
      setCid(text)
    },
    conversion,
    fault: toldFault,
    announcement: conversion ? `${conversion.cid_decimal} is ${conversion.hex_cid}.` : (toldFault ?? ''),
  }
}

export type Convert = ReturnType<typeof useConvert>
