'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc/client'

/** The three operations as this page calls them, and where the visitor's free lookups stand. */
export function useCalls() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const status = useQuery(trpc.status.queryOptions())
  const recount = { onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.status.queryKey() }) }
  return {
    lookup: useMutation(trpc.listings.resolve.mutationOptions(recount)),
    search: useMutation(trpc.listings.search.mutationOptions(recount)),
    convert: useMutation(trpc.listings.convert.mutationOptions(recount)),
    free: status.data?.free ?? null,
  }
}

export type Calls = ReturnType<typeof useCalls>
