'use client'

import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { StepProblem } from '@/components/problem/step-problem'
import type { CallError } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'

interface RenameFormProps {
  name: string
  busy: boolean
  error: CallError | null
  onRename: (name: string) => void
  onClose: () => void
}

/** Edits a key's name in place. Escape cancels. */
export function RenameForm({ name, busy, error, onRename, onClose }: RenameFormProps) {
  const id = useId()
  const [text, setText] = useState(name)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || text.trim() === '') return
    if (text.trim() === name) onClose()
    else onRename(text)
  }
  return (
    <form aria-label={`Rename ${name}`} onSubmit={submit} className="grid gap-2">
      <TextField
        ref={field}
        id={id}
        label="New name"
        value={text}
        required
        maxLength={60}
        aria-describedby={`${id}-problem`}
        aria-invalid={error?.data?.problem.status === 400 || undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      <StepProblem id={`${id}-problem`} error={error} />
      <div className="flex gap-2">
        <Button type="submit" busy={busy}>
          {busy ? 'Saving' : 'Save name'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
