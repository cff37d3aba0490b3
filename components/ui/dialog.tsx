'use client'

import * as Radix from 'radix-ui/alert-dialog'
import { type ReactNode, useState } from 'react'

interface DialogProps {
  title: string
  says: ReactNode
  /** Escape and `DialogCancel` leave everything as it is. */
  onClose: () => void
  children: ReactNode
}

/** Asks before a step that cannot be taken back, and gives the focus back to what opened it. */
export function Dialog({ title, says, onClose, children }: DialogProps) {
  const [opener] = useState(() => document.activeElement)
  const returnFocus = (event: Event) => {
    event.preventDefault()
    if (opener instanceof HTMLElement) opener.focus()
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-20 bg-[rgb(0_0_0/0.55)]" />
        <Radix.Content
          onCloseAutoFocus={returnFocus}
          className="fixed inset-x-4 top-1/2 z-20 mx-auto max-h-[calc(100dvh-2rem)] max-w-[30rem] -translate-y-1/2 overflow-y-auto rounded-lg border border-edge bg-sheet p-5 shadow-card sm:p-6"
        >
          <Radix.Title className="text-title font-semibold">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="mt-2 text-soft">{says}</div>
          </Radix.Description>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Around the button that keeps everything as it is; it has the focus first. */
export const DialogCancel = ({ children }: { children: ReactNode }) => <Radix.Cancel asChild>{children}</Radix.Cancel>
