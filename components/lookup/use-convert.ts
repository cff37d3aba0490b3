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
  const { conversion = null, fault = null, warning = null } = (hasText && reader?.converted(cid, hosts)) || {}
  // The number may be incomplete.
  const shownFault = isSettled ? fault : null
  const shownWarning = isSettled ? warning : null
  return {
    cid,
    setCid,
    conversion,
    fault: shownFault,
    warning: shownWarning,
    announcement: conversion
      ? [`${conversion.cid_decimal} is ${conversion.hex_cid}.`, shownWarning].filter(Boolean).join(' ')
      : (shownFault ?? ''),
  }
}

export type Convert = ReturnType<typeof useConvert>
