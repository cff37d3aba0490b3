'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { inferRouterInputs } from '@trpc/server'
import { useEffect, useRef } from 'react'
import { useTRPC } from '@/components/trpc/client'
import type { AppRouter } from '@/server/entrances/trpc/router'
import type { NewKey } from './new-key-card'

type Inputs = inferRouterInputs<AppRouter>['keys']

/** The server's inputs for creating a key and for setting limits. */
export type KeyInput = Inputs['create']
export type LimitsInput = Inputs['setLimits']

/** Returns the account's keys and the actions on them. The list is refetched after each action. */
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

/**
 * Creates the first key after a plan is chosen. The server creates it only once, even if the page is opened again.
 * @param isNeeded whether a plan was just chosen.
 */
export function useFirstKey({ list, createFirst }: Keys, isNeeded: boolean, onCreated: (newKey: NewKey) => void) {
  const isMissing = isNeeded && list.data?.length === 0
  const { mutate } = createFirst
  const hasRequested = useRef(false)
  useEffect(() => {
    if (!isMissing || hasRequested.current) return
    hasRequested.current = true
    mutate(undefined, { onSuccess: (key) => key && onCreated({ ...key, title: 'Your first key', note: null }) })
  }, [isMissing, mutate, onCreated])
}
