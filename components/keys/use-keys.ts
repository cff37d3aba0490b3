'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { inferRouterInputs } from '@trpc/server'
import { useTRPC } from '@/components/trpc/client'
import type { AppRouter } from '@/server/trpc/router'

type Inputs = inferRouterInputs<AppRouter>['keys']

/** The inputs for creating a key and for setting limits, as the server takes them. */
export type KeyInput = Inputs['create']
export type LimitsInput = Inputs['setLimits']

/** Returns the account's keys and the actions on them. The list is fetched again after each action. */
export function useKeys() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const reread = { onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.keys.list.queryKey() }) }
  return {
    list: useQuery(trpc.keys.list.queryOptions()),
    create: useMutation(trpc.keys.create.mutationOptions(reread)),
    createFirst: useMutation(trpc.keys.createFirst.mutationOptions(reread)),
    rename: useMutation(trpc.keys.rename.mutationOptions(reread)),
    setLimits: useMutation(trpc.keys.setLimits.mutationOptions(reread)),
    rotate: useMutation(trpc.keys.rotate.mutationOptions(reread)),
    revoke: useMutation(trpc.keys.revoke.mutationOptions(reread)),
  }
}

export type Keys = ReturnType<typeof useKeys>
