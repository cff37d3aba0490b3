'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc/client'

/** The account's keys and the operations on them. The list is refetched after each. */
export function useKeys() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const reread = { onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.keys.list.queryKey() }) }
  return {
    list: useQuery(trpc.keys.list.queryOptions()),
    create: useMutation(trpc.keys.create.mutationOptions(reread)),
    createFirst: useMutation(trpc.keys.createFirst.mutationOptions(reread)),
    rename: useMutation(trpc.keys.rename.mutationOptions(reread)),
    rotate: useMutation(trpc.keys.rotate.mutationOptions(reread)),
    revoke: useMutation(trpc.keys.revoke.mutationOptions(reread)),
  }
}

export type Keys = ReturnType<typeof useKeys>
