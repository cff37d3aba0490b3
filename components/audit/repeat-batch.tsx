'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MayChange } from '@/components/account/page-account'
import type { Batch } from '@/components/batches/batch'
import { useOpening } from '@/components/batches/use-batch'
import { SecretNote } from '@/components/callbacks/secret-note'
import { ActionDialog } from '@/components/problems/action-dialog'
import { useTRPC } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import type { DetailLevel } from '@/server/places/upstream/lookup-options'
import { costWords, type Prices } from './repeat'

interface RepeatBatchProps {
  batch: Batch
  /** The details of the new run. */
  details: DetailLevel
  label: string
  prices: Prices
}

/** Runs a batch again after a confirmation that shows the cost, and opens the new batch. */
export function RepeatBatch({ batch, details, label, prices }: RepeatBatchProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const open = useOpening()
  const repeat = useMutation(
    trpc.batches.repeat.mutationOptions({
      onSuccess: ({ id, callback_secret }) => callback_secret === null && open(id),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.batches.list.queryKey() }),
    }),
  )
  const { id = '', callback_secret: secret = null } = repeat.data ?? {}
  return (
    <>
      <MayChange>
        <Button
          onClick={() => {
            repeat.reset()
            setIsAsking(true)
          }}
        >
          {label}
        </Button>
      </MayChange>
      {isAsking && secret !== null && (
        <ActionDialog
          title="The batch has started"
          description={`Callbacks to ${batch.callback_url} about the new batch are signed with a new secret.`}
          action="Open batch"
          busyLabel="Opening"
          dismiss="Close"
          busy={false}
          error={null}
          onAct={() => open(id)}
          onClose={() => setIsAsking(false)}
        >
          <SecretNote secret={secret} of="its secret" />
        </ActionDialog>
      )}
      {isAsking && secret === null && (
        <ActionDialog
          title={`${label}?`}
          description={`The same lines are looked up in a new batch, whose audit shows what has changed since this run. ${costWords(batch, details, prices)}`}
          action={label}
          busyLabel="Starting"
          dismiss="Cancel"
          // The new batch's page opens a moment after the response.
          busy={repeat.isPending || repeat.isSuccess}
          error={repeat.error}
          onAct={() => repeat.mutate({ id: batch.id, details })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
