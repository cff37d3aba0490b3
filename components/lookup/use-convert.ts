'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useRefreshLookupsLeft } from '@/components/quota/use-lookups-left'
import { useTRPC } from '@/components/trpc/client'
import { announce, faultIdOf } from './call'

/** The tab that converts a CID: what is typed into it, its call, and what that came to. */
export function useConvert() {
  const trpc = useTRPC()
  const call = useMutation(trpc.listings.convert.mutationOptions({ onSettled: useRefreshLookupsLeft() }))
  const [cid, setCid] = useState('')

  const convert = (cid: string) => {
    setCid(cid)
    call.mutate({ cid })
  }
  return {
    cid,
    setCid,
    call,
    convert,
    retry: () => call.variables && call.mutate(call.variables),
    faultId: faultIdOf(call, cid === call.variables?.cid),
    announcement: announce(call, ({ cid_decimal, hex_cid }) => `${cid_decimal} is ${hex_cid}.`),
  }
}

export type Convert = ReturnType<typeof useConvert>
