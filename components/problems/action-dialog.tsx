'use client'

import type { FormEvent, ReactNode } from 'react'
import type { CallError } from '@/components/trpc/client'
import { Button, type ButtonLook, SteadyLabel } from '@/components/ui/button'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { ActionProblem } from './action-problem'

interface ActionDialogProps {
  title: string
  description: ReactNode
  children?: ReactNode
  /** The label of the button: "Revoke key", and "Revoking" while busy. */
  action: string
  busyLabel: string
  /** The label of the cancel button: "Cancel". */
  dismiss: string
  /** `destroy` if the action is destructive. */
  look?: ButtonLook
  busy: boolean
  error: CallError | null
  onAct: () => void
  onClose: () => void
}

/** Asks for confirmation before a change, and shows the reason if the change failed. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, description, children, action, busyLabel, dismiss, look = 'primary' } = props
  const { busy, error, onAct, onClose } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onAct()
  }
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <form onSubmit={submit} className="mt-5 grid gap-5">
        {children}
        <ActionProblem error={error} />
        <DialogActions dismiss={dismiss}>
          <Button type="submit" look={look} busy={busy}>
            <SteadyLabel labels={[action, busyLabel]} shown={busy ? busyLabel : action} />
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
