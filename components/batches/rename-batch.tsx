'use client'

import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ClientField, typedClient } from '@/components/clients/client-field'
import { ActionProblem } from '@/components/problems/action-problem'
import { Button, SteadyLabel } from '@/components/ui/button'
import { FormActions, FormDialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { longestName } from '@/server/features/batches/batch'
import { type Batch, createdWords } from './batch'
import { useRename } from './use-batch'

interface RenameDialogProps {
  batch: Pick<Batch, 'id' | 'name' | 'client' | 'created_at'>
  /** Called after the batch is changed. */
  onRenamed: () => void
  onClose: () => void
}

/** Changes a batch's name and client. */
export function RenameDialog({ batch, onRenamed, onClose }: RenameDialogProps) {
  const { id, name } = batch
  const fieldId = useId()
  const [text, setText] = useState(name ?? '')
  const [typed, setTyped] = useState(batch.client ?? '')
  const rename = useRename()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const next = text.trim() || null
    const client = typedClient(typed)
    if (next === name && client === batch.client) return onClose()
    if (!rename.isPending) rename.mutate({ id, name: next, client }, { onSuccess: onRenamed })
  }
  const label = rename.isPending ? 'Saving' : 'Save'
  return (
    <FormDialog title="Rename batch" description={`Created ${createdWords(batch)}.`} onClose={onClose}>
      <form onSubmit={submit} className="mt-5 grid gap-5">
        <TextField
          ref={field}
          id={fieldId}
          label="Name"
          hint="Used in file names. Leave empty for no name."
          value={text}
          maxLength={longestName}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ClientField value={typed} onChange={setTyped} />
        <ActionProblem error={rename.error} />
        <FormActions>
          <Button type="submit" look="primary" busy={rename.isPending}>
            <SteadyLabel labels={['Save', 'Saving']} shown={label} />
          </Button>
        </FormActions>
      </form>
    </FormDialog>
  )
}
