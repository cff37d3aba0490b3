'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Outputs, useTRPC } from '@/components/trpc/client'

export type Callbacks = NonNullable<Outputs['callbacks']['read']>
export type CallbackDelivery = Callbacks['deliveries'][number]

/** While a delivery is on its way, what became of it is looked at this often. */
const lookMs = 3_000

/** The account's callbacks and what can be done about them. They are read again after each step. */
export function useCallbacks() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const reread = { onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.callbacks.read.queryKey() }) }
  return {
    callbacks: useQuery(
      trpc.callbacks.read.queryOptions(undefined, {
        refetchInterval: ({ state }) => (state.data?.deliveries.some(isUnderWay) ? lookMs : false),
      }),
    ),
    set: useMutation(trpc.callbacks.set.mutationOptions(reread)),
    rotateSecret: useMutation(trpc.callbacks.rotateSecret.mutationOptions(reread)),
    remove: useMutation(trpc.callbacks.remove.mutationOptions(reread)),
    sendAgain: useMutation(trpc.callbacks.sendAgain.mutationOptions(reread)),
    test: useMutation(trpc.callbacks.test.mutationOptions(reread)),
  }
}

/** Whether its first try is about to come. */
const isUnderWay = ({ state, inRound }: CallbackDelivery) => state === 'waiting' && inRound === 0
