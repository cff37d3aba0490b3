'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTRPC } from '@/components/trpc/client'
import { type LookupsLeft, lookupsLeft } from './lookups-left'

/** How many lookups are left; null until it is known. */
export function useLookupsLeft(): LookupsLeft | null {
  const trpc = useTRPC()
  const { data } = useQuery(
    trpc.status.queryOptions(undefined, {
      // There are more once the quota resets; until then a form that has none offers no lookup.
      refetchInterval: ({ state }) => (state.data ? untilResetMs(lookupsLeft(state.data)) : false),
    }),
  )
  return data ? lookupsLeft(data) : null
}

/** The longest that a browser's timer waits. */
const longestMs = 2_147_483_647

const untilResetMs = ({ remaining, resetSeconds }: LookupsLeft): number | false =>
  remaining === 0 && Math.min(longestMs, Math.max(5_000, resetSeconds * 1000 - Date.now() + 1_000))

/** A function that refetches how many lookups are left, to be called after a lookup. */
export function useRefreshLookupsLeft(): () => Promise<void> {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return useCallback(() => queryClient.invalidateQueries({ queryKey: trpc.status.queryKey() }), [queryClient, trpc])
}
