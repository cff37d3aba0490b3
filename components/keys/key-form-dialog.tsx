'use client'

import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { ActionProblem } from '@/components/problem/action-problem'
import type { CallError } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { FormActions, FormDialog } from '@/components/ui/dialog'
import { SteadyLabel } from '@/components/ui/steady-label'
import type { FieldFaults } from './field-faults'

interface KeyFormDialogProps {
  title: string
  description: ReactNode
  children: ReactNode
  /** The label of the button: "Create key", and "Creating" while busy. */
  action: string
  busyLabel: string
  busy: boolean
  error: CallError | null
  /** The faults of its fields, in a new object for each try. The first field with a fault gets the focus. */
  faults: FieldFaults
  onSubmit: () => void
  onClose: () => void
}

/** The dialog for a key's name or limits. A fault is shown at its field, any other error above the buttons. */
export function KeyFormDialog(props: KeyFormDialogProps) {
  const { title, description, children, action, busyLabel, busy, error, faults, onSubmit, onClose } = props
  const form = useRef<HTMLFormElement>(null)
  const isAtField = Object.keys(faults).length > 0
  useEffect(() => {
    if (Object.keys(faults).length === 0) return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const folded = first?.closest('details')
    if (folded) folded.open = true
    first?.focus()
  }, [faults])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  return (
    <FormDialog title={title} description={description} onClose={onClose}>
      <form ref={form} onSubmit={submit} noValidate className="mt-5 grid gap-5">
        {children}
        <ActionProblem error={isAtField ? null : error} />
        <FormActions>
          <Button type="submit" look="primary" busy={busy}>
            <SteadyLabel labels={[action, busyLabel]} shown={busy ? busyLabel : action} />
          </Button>
        </FormActions>
      </form>
    </FormDialog>
  )
}
