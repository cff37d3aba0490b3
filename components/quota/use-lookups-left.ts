'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTRPC } from '@/components/trpc/client'
import { type LookupsLeft, lookupsLeft } from './lookups-left'

/** Null until it is known. */
export function useLookupsLeft(): LookupsLeft | null {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.status.queryOptions())
  return data ? lookupsLeft(data) : null
}

/** A function to call after a lookup, which reads again how many are left. */
export function useRefreshLookupsLeft(): () => Promise<void> {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return useCallback(() => queryClient.invalidateQueries({ queryKey: trpc.status.queryKey() }), [queryClient, trpc])
}
