'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useCallback } from 'react'
import { type Batch, isOver } from '@/components/batches/batch'
import { useTRPC, useTRPCClient } from '@/components/trpc/client'
import { isAddedHeading } from '@/server/features/lists/added-columns'
import {
  filterFields,
  foundIn,
  isBusy,
  type ListingFilter,
  type WatchedListing,
  type Watchlist,
  watchlistAddress,
} from './watchlist'

/** How often a visible page is refetched: while something is in progress, and otherwise. */
const fastMs = 2_000
const slowMs = 30_000

/** When the user last changed each watchlist on this page, by id. */
const acted = new Map<string, number>()

/** Returns the account's watchlists, newest first; null if the server does not watch listings. */
export function useOverview() {
  return useQuery({
    ...useTRPC().watchlists.overview.queryOptions(),
    refetchInterval: ({ state: { data } }) =>
      data?.watchlists.some((one) => isBusy(one, acted.get(one.id) ?? 0, Date.now())) ? fastMs : false,
  })
}

/** Returns the account's batches that have ended and have listings to watch, newest first. */
export function useWatchableBatches() {
  const { data } = useQuery(useTRPC().batches.list.queryOptions({ limit: '50' }))
  return data?.batches.filter((batch) => isOver(batch) && !batch.test && foundIn(batch) > 0)
}

/** How many of a batch's rows are read for their columns. */
const rowsForColumns = '20'

/** Returns the columns of a batch's rows, or the fields of its objects; none without a batch, null until they are read. */
export function useColumns(batch: Batch | undefined): string[] | null {
  const { data, isError } = useQuery({
    ...useTRPC().batches.listResults.queryOptions({ id: batch?.id ?? '', limit: rowsForColumns }),
    enabled: batch !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (batch === undefined || isError) return []
  const names = data?.results.flatMap(({ input }) =>
    typeof input === 'object' && input !== null ? Object.keys(input) : [],
  )
  return names ? [...new Set(names)].filter((name) => !isAddedHeading(name)) : null
}

/** Returns a watchlist with its daily counts and its newest events. */
export function useWatchlist(id: string) {
  const query = useTRPC().watchlists.view.queryOptions({ id })
  return useQuery({
    ...query,
    refetchInterval: ({ state: { data } }) =>
      data && isBusy(data.watchlist, acted.get(id) ?? 0, Date.now()) ? fastMs : slowMs,
  })
}

/** Returns a watchlist as last fetched, without fetching it; undefined if it was never fetched. */
export function useKnownWatchlist(id: string): Watchlist | undefined {
  return useQuery({ ...useTRPC().watchlists.view.queryOptions({ id }), enabled: false }).data?.watchlist
}

/** Returns a function that refetches all watchlist data shown. @param id the watchlist that the user has changed. */
export function useReadAgain(): (id: string) => Promise<void> {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return useCallback(
    (id) => {
      acted.set(id, Date.now())
      return queryClient.invalidateQueries({ queryKey: trpc.watchlists.pathKey() })
    },
    [trpc, queryClient],
  )
}

/** Returns the actions on watchlists. */
export function useActions() {
  const trpc = useTRPC().watchlists
  const readAgain = useReadAgain()
  const changed = { onSettled: (_: unknown, __: unknown, { id }: { id: string }) => readAgain(id) }
  return {
    check: useMutation(trpc.check.mutationOptions(changed)),
    pause: useMutation(trpc.pause.mutationOptions(changed)),
    resume: useMutation(trpc.resume.mutationOptions(changed)),
    update: useMutation(trpc.update.mutationOptions(changed)),
    deleteListings: useMutation(trpc.deleteListings.mutationOptions(changed)),
    createListings: useMutation(trpc.createListings.mutationOptions(changed)),
  }
}

export function useDelete() {
  const trpc = useTRPC().watchlists
  const queryClient = useQueryClient()
  return useMutation(
    trpc.delete.mutationOptions({
      onSuccess: ({ id }) =>
        queryClient.setQueryData(
          trpc.overview.queryKey(),
          (before) => before && { ...before, watchlists: before.watchlists.filter((one) => one.id !== id) },
        ),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.overview.queryKey() }),
    }),
  )
}

/** Returns the action that creates a watchlist, and a function that opens one. */
export function useCreate() {
  const trpc = useTRPC().watchlists
  const queryClient = useQueryClient()
  const router = useRouter()
  const create = useMutation(
    trpc.create.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.overview.queryKey() }),
    }),
  )
  const open = (id: string, query = '') => router.push(`${watchlistAddress(id)}${query}`)
  return { create, open }
}

/** How many listings a page shows. */
const listingsAtOnce = 50

/**
 * Returns a page of a watchlist's listings. A page may take several shorter responses.
 * @param after the end of the previous page; null for the first.
 */
export function useListings(watchlist: Watchlist, filter: ListingFilter | null, after: string | null) {
  const client = useTRPCClient()
  const trpc = useTRPC()
  const { id, last_checked_at, listing_counts } = watchlist
  return useQuery({
    queryKey: [
      ...trpc.watchlists.listListings.pathKey(),
      ...[id, filter, after, last_checked_at, JSON.stringify(listing_counts)],
    ],
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      const found: WatchedListing[] = []
      let next = after
      do {
        const limit = String(listingsAtOnce - found.length)
        const input = { id, limit, ...(filter && filterFields(filter)), ...(next !== null && { after: next }) }
        const page = await client.watchlists.listListings.query(input, { signal })
        found.push(...page.listings)
        next = page.next
      } while (next !== null && found.length < listingsAtOnce)
      return { listings: found, next }
    },
  })
}
