'use client'

import * as Radix from 'radix-ui/alert-dialog'
import { type FormEvent, type ReactNode, useState } from 'react'
import { StepProblem } from '@/components/problem/step-problem'
import type { CallError } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { SteadyLabel } from '@/components/ui/steady-label'

interface KeyDialogProps {
  title: string
  says: ReactNode
  /** What is still to be chosen. */
  children?: ReactNode
  /** What it does: "Revoke key"; the same while it is being done: "Revoking". */
  action: string
  doing: string
  /** What keeps everything as it is: "Keep it". */
  dismiss: string
  busy: boolean
  error: CallError | null
  onAct: () => void
  onClose: () => void
}

/** Asks before a step that cannot be taken back. Escape and the first button leave everything as it is. */
export function KeyDialog(props: KeyDialogProps) {
  const { title, says, children, action, doing, dismiss, busy, error, onAct, onClose } = props
  const [opener] = useState(() => document.activeElement)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onAct()
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-20 bg-[rgb(0_0_0/0.55)]" />
        <Radix.Content
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // Unless the step has led the keyboard on, it goes back to where it came from.
            if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
          }}
          className="fixed inset-x-4 top-1/2 z-20 mx-auto max-h-[calc(100dvh-2rem)] max-w-[30rem] -translate-y-1/2 overflow-y-auto rounded-lg border border-edge bg-sheet p-5 shadow-card sm:p-6"
        >
          <Radix.Title className="text-title font-semibold [overflow-wrap:anywhere]">{title}</Radix.Title>
          <Radix.Description className="mt-2 text-soft">{says}</Radix.Description>
          <form onSubmit={submit} className="mt-5 grid gap-5">
            {children}
            <StepProblem error={error} />
            <div className="flex flex-wrap justify-end gap-3">
              <Radix.Cancel asChild>
                <Button className="min-h-12 px-5">{dismiss}</Button>
              </Radix.Cancel>
              <Button type="submit" look="primary" busy={busy}>
                <SteadyLabel labels={[action, doing]} shown={busy ? doing : action} />
              </Button>
            </div>
          </form>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
