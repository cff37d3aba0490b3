'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTRPC } from '@/components/trpc/client'
import { type LookupsLeft, lookupsLeft } from './lookups-left'

/** How many lookups are left; null until it is known. */
export function useLookupsLeft(): LookupsLeft | null {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.status.queryOptions())
  return data ? lookupsLeft(data) : null
}

/** A function that refetches how many lookups are left, to be called after a lookup. */
export function useRefreshLookupsLeft(): () => Promise<void> {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return useCallback(() => queryClient.invalidateQueries({ queryKey: trpc.status.queryKey() }), [queryClient, trpc])
}
