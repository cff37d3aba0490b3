'use client'

import { useEffect, useId, useRef, useState } from 'react'
import type { CallError } from '@/components/trpc/client'
import { TextField } from '@/components/ui/field'
import type { ApiKey } from './key-facts'
import { KeyFormDialog } from './key-form-dialog'
import { KeyStart } from './key-names'
import { useFaults } from './use-faults'

interface RenameDialogProps {
  apiKey: ApiKey
  busy: boolean
  error: CallError | null
  onRename: (name: string) => void
  onClose: () => void
}

/** Renames a key. */
export function RenameDialog({ apiKey: { name, start }, busy, error, onRename, onClose }: RenameDialogProps) {
  const id = useId()
  const [text, setText] = useState(name)
  const { faults, refuse, send } = useFaults(error)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const submit = () => {
    if (text.trim() === '') return refuse({ name: 'Give the key a name.' })
    if (text.trim() === name) return onClose()
    send()
    onRename(text)
  }
  return (
    <KeyFormDialog
      title={`Rename “${name}”`}
      description={<KeyStart start={start} />}
      action="Save name"
      busyLabel="Saving"
      busy={busy}
      error={error}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        ref={field}
        id={id}
        label="New name"
        value={text}
        required
        maxLength={60}
        fault={faults.name}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </KeyFormDialog>
  )
}
