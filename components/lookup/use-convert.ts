'use client'

import { useState } from 'react'
import { useReader } from '@/components/reading/use-reading'
import { useSettled } from '@/components/ui/typing'
import type { ListingHosts } from '@/server/features/listings/listing'

/** The tab that converts a CID in the browser as it is typed. Makes no call and uses no lookup. */
export function useConvert(hosts: ListingHosts) {
  const [cid, setCid] = useState('')
  const hasText = cid.trim() !== ''
  const reader = useReader(hasText)
  const isSettled = useSettled(cid)
  const { conversion = null, fault = null } = (hasText && reader?.converted(cid, hosts)) || {}
  // The number may be incomplete.
  const shownFault = isSettled ? fault : null
  return {
    cid,
    setCid,
    conversion,
    fault: shownFault,
    announcement: conversion ? `${conversion.cid_decimal} is ${conversion.hex_cid}.` : (shownFault ?? ''),
  }
}

export type Convert = ReturnType<typeof useConvert>
