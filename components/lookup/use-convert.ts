'use client'

import { useState } from 'react'
import { useLoaded } from '@/components/ui/use-loaded'
import { useSettled } from '@/components/ui/use-settled'
import type { ListingHosts } from '@/server/listings/listing'

const load = () => import('./conversion')

/** The tab that converts a CID as it is typed, in the browser: it needs no call, and uses no lookup. */
export function useConvert(hosts: ListingHosts) {
  const [cid, setCid] = useState('')
  const hasText = cid.trim() !== ''
  const arithmetic = useLoaded(hasText ? load : null)
  const isSettled = useSettled(cid)
  const { conversion = null, fault = null } = (hasText && arithmetic?.converted(cid, hosts)) || {}
  // A number may be half typed.
  const toldFault = isSettled ? fault : null
  return {
    cid,
    setCid,
    conversion,
    fault: toldFault,
    announcement: conversion ? `${conversion.cid_decimal} is ${conversion.hex_cid}.` : (toldFault ?? ''),
  }
}

export type Convert = ReturnType<typeof useConvert>
