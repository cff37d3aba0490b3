'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc/client'
import { type LookupsLeft, lookupsLeft } from './lookups-left'

/** The three operations as this page calls them, and where the reader's lookups stand. */
export function useCalls() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const recount = { onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.status.queryKey() }) }
  return {
    lookup: useMutation(trpc.listings.resolve.mutationOptions(recount)),
    search: useMutation(trpc.listings.search.mutationOptions(recount)),
    convert: useMutation(trpc.listings.convert.mutationOptions(recount)),
    left: useLookupsLeft(),
  }
}

/** Null until it is known. */
export function useLookupsLeft(): LookupsLeft | null {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.status.queryOptions())
  return data ? lookupsLeft(data) : null
}
