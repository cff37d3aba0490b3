'use client'

import * as Radix from 'radix-ui/alert-dialog'
import { type ReactNode, useState } from 'react'
import { Button } from './button'

interface DialogProps {
  title: string
  description: ReactNode
  /** Called by Escape and by the button that dismisses. */
  onClose: () => void
  children: ReactNode
}

/**
 * Asks for confirmation. When it closes, the focus returns to what opened it, unless the action has moved the focus
 * elsewhere.
 */
export function Dialog({ title, description, onClose, children }: DialogProps) {
  const [opener] = useState(() => document.activeElement)
  const returnFocus = (event: Event) => {
    event.preventDefault()
    if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-20 bg-[rgb(0_0_0/0.55)]" />
        <Radix.Content
          onCloseAutoFocus={returnFocus}
          className="fixed inset-x-4 top-1/2 z-20 mx-auto max-h-[calc(100dvh-2rem)] max-w-[30rem] -translate-y-1/2 overflow-y-auto rounded-lg border border-edge bg-sheet p-5 shadow-card sm:p-6"
        >
          <Radix.Title className="text-title font-semibold [overflow-wrap:anywhere]">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="mt-2 text-soft">{description}</div>
          </Radix.Description>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface DialogActionsProps {
  /** The label of the button that dismisses: "Keep it". It has the focus first. */
  dismiss: string
  /** The button that confirms. */
  children: ReactNode
}

/** The buttons of a dialog. */
export const DialogActions = ({ dismiss, children }: DialogActionsProps) => (
  <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
    <Radix.Cancel asChild>
      <Button className="min-h-12 px-5">{dismiss}</Button>
    </Radix.Cancel>
    {children}
  </div>
)
