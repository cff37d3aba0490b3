'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Outputs, useTRPC } from '@/components/trpc/client'

type Callbacks = NonNullable<Outputs['callbacks']['read']>
export type Endpoint = Callbacks['endpoints'][number]
export type CallbackDelivery = Callbacks['deliveries'][number]

/** How often the deliveries are refetched while any delivery is pending. */
const lookMs = 3_000

/** Returns the account's callbacks and the actions on them. The callbacks are refetched after each action. */
export function useCallbacks() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const reread = { onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.callbacks.read.queryKey() }) }
  return {
    callbacks: useQuery(
      trpc.callbacks.read.queryOptions(undefined, {
        refetchInterval: ({ state }) => (state.data?.deliveries.some(isPending) ? lookMs : false),
      }),
    ),
    add: useMutation(trpc.callbacks.add.mutationOptions(reread)),
    change: useMutation(trpc.callbacks.change.mutationOptions(reread)),
    rotateSecret: useMutation(trpc.callbacks.rotateSecret.mutationOptions(reread)),
    remove: useMutation(trpc.callbacks.remove.mutationOptions(reread)),
    sendAgain: useMutation(trpc.callbacks.sendAgain.mutationOptions(reread)),
    test: useMutation(trpc.callbacks.test.mutationOptions(reread)),
  }
}

/** Whether a delivery's first attempt, or the first attempt after a resend, is still pending. */
const isPending = ({ state, inRound }: CallbackDelivery) => state === 'waiting' && inRound === 0
