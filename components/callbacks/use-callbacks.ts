'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Outputs, useTRPC } from '@/components/trpc/client'

type Callbacks = NonNullable<Outputs['callbacks']['read']>
export type Endpoint = Callbacks['callbacks'][number]
export type CallbackDelivery = Callbacks['deliveries'][number]

/** How often the deliveries are refetched while any delivery is pending. */
const lookMs = 3_000

/** Less than the shortest pause between two tries, and more than two clocks usually differ. */
const soonMs = 30_000

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
    create: useMutation(trpc.callbacks.create.mutationOptions(reread)),
    update: useMutation(trpc.callbacks.update.mutationOptions(reread)),
    rotate: useMutation(trpc.callbacks.rotate.mutationOptions(reread)),
    remove: useMutation(trpc.callbacks.delete.mutationOptions(reread)),
    resend: useMutation(trpc.deliveries.resend.mutationOptions(reread)),
    test: useMutation(trpc.callbacks.test.mutationOptions(reread)),
  }
}

/** Whether a delivery's next attempt is due: the first one, the first one after a resend, or a retry. */
const isPending = ({ next_try_at }: CallbackDelivery) =>
  next_try_at !== null && Date.parse(next_try_at) - Date.now() < soonMs
