'use client'

import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ActionProblem } from '@/components/problems/action-problem'
import { Button, SteadyLabel } from '@/components/ui/button'
import { FormActions, FormDialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { longestName } from '@/server/features/batches/batch'
import { type Batch, createdWords } from './batch'
import { useRename } from './use-batch'

interface RenameDialogProps {
  batch: Pick<Batch, 'id' | 'name' | 'created_at'>
  /** Called after the batch is renamed. */
  onRenamed: () => void
  onClose: () => void
}

export function RenameDialog({ batch, onRenamed, onClose }: RenameDialogProps) {
  const { id, name } = batch
  const fieldId = useId()
  const [text, setText] = useState(name ?? '')
  const rename = useRename()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const next = text.trim() || null
    if (next === name) return onClose()
    if (!rename.isPending) rename.mutate({ id, name: next }, { onSuccess: onRenamed })
  }
  const label = rename.isPending ? 'Saving' : 'Save name'
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
        <ActionProblem error={rename.error} />
        <FormActions>
          <Button type="submit" look="primary" busy={rename.isPending}>
            <SteadyLabel labels={['Save name', 'Saving']} shown={label} />
          </Button>
        </FormActions>
      </form>
    </FormDialog>
  )
}
