'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useCallback } from 'react'
import { dropOriginal } from '@/components/bulk/originals'
import { useTRPC } from '@/components/trpc/client'
import { type Batch, batchAddress, isOver } from './batch'

/** How often a running batch is refetched while its page is visible. */
const everyMs = 2_000

/** Returns the current state of a batch, and the actions on it. */
export function useBatch(id: string) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const query = trpc.batches.get.queryOptions({ id })
  const batch = useQuery({
    ...query,
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : everyMs),
  })
  const changed = {
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  }
  return {
    batch,
    pause: useMutation(trpc.batches.pause.mutationOptions(changed)),
    resume: useMutation(trpc.batches.resume.mutationOptions(changed)),
    cancel: useMutation(trpc.batches.cancel.mutationOptions(changed)),
  }
}

/** Returns a batch as last fetched, without fetching it; undefined if it was never fetched. */
export function useKnownBatch(id: string): Batch | undefined {
  const trpc = useTRPC()
  return useQuery({ ...trpc.batches.get.queryOptions({ id }), enabled: false }).data
}

export function useRename() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return useMutation(
    trpc.batches.update.mutationOptions({
      onSuccess: (batch) => {
        queryClient.setQueryData(trpc.batches.get.queryKey({ id: batch.id }), batch)
        return queryClient.invalidateQueries({ queryKey: trpc.batches.list.queryKey() })
      },
    }),
  )
}

/** Returns the account's latest batch; undefined if there is none or it is not loaded yet. */
export function useLatestBatch(): Batch | undefined {
  const list = useQuery({
    ...useTRPC().batches.list.queryOptions({ limit: '1' }),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => (data?.batches.every(isOver) === false ? everyMs : false),
  })
  return list.data?.batches[0]
}

/** Returns the account's batches, newest first, and their storage. Refetches the batches while one is running. */
export function useBatches() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const query = trpc.batches.list.queryOptions({})
  const list = useQuery({
    ...query,
    refetchInterval: ({ state: { data } }) => (data?.batches.every(isOver) === false ? everyMs * 3 : false),
  })
  const usage = trpc.usage.current.queryOptions()
  const { data } = useQuery({ ...usage, refetchOnMount: 'always' })
  const remove = useMutation(
    trpc.batches.delete.mutationOptions({
      onSuccess: (_, { id }) => dropOriginal(id),
      onSettled: () => Promise.all([query, usage].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey }))),
    }),
  )
  return { list, remove, storage: data?.storage }
}

/** The batch opened with a button; its page gets the focus. */
let openedId: string | null = null

/** Whether this batch's page was opened with a button. */
export const wasOpened = (id: string): boolean => openedId === id

/** Returns a function that opens a batch's page. */
export function useOpening(): (id: string) => void {
  const router = useRouter()
  return useCallback(
    (id) => {
      openedId = id
      router.push(batchAddress(id))
    },
    [router],
  )
}
