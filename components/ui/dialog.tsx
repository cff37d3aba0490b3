'use client'

import * as Alert from 'radix-ui/alert-dialog'
import * as Plain from 'radix-ui/dialog'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from './button'

interface DialogProps {
  title: string
  description: ReactNode
  /** Called on Escape and by the dismiss button. */
  onClose: () => void
  children: ReactNode
}

/** Asks for confirmation. The dismiss button gets the initial focus. */
export const Dialog = (props: DialogProps) => <Frame parts={Alert} {...props} />

/** Asks the user to fill in a form. The form's first field gets the initial focus. */
export const FormDialog = (props: DialogProps) => <Frame parts={formParts} {...props} />

/** A click outside the dialog does not close it, because typed text would be lost. */
const FormContent = (props: ComponentProps<typeof Plain.Content>) => (
  <Plain.Content onInteractOutside={(event) => event.preventDefault()} {...props} />
)

const formParts = { ...Plain, Content: FormContent }

/**
 * A dialog. When the dialog closes, the focus returns to the element that opened it, unless the action moved the focus
 * elsewhere.
 * @param parts Radix's, for the kind of dialog.
 */
function Frame({ parts: Parts, title, description, onClose, children }: DialogProps & { parts: DialogParts }) {
  const [opener] = useState(() => document.activeElement)
  const returnFocus = (event: Event) => {
    event.preventDefault()
    if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
  }
  return (
    <Parts.Root open onOpenChange={(open) => !open && onClose()}>
      <Parts.Portal>
        <Parts.Overlay className="fixed inset-0 z-20 bg-[rgb(0_0_0/0.55)]" />
        <Parts.Content
          onCloseAutoFocus={returnFocus}
          className="fixed inset-x-4 top-1/2 z-20 mx-auto max-h-[calc(100dvh-2rem)] max-w-[30rem] -translate-y-1/2 overflow-y-auto rounded-lg border border-edge bg-sheet p-5 shadow-card sm:p-6"
        >
          <Parts.Title className="text-title font-semibold [overflow-wrap:anywhere]">{title}</Parts.Title>
          <Parts.Description asChild>
            <div className="mt-2 text-soft">{description}</div>
          </Parts.Description>
          {children}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  )
}

type DialogParts = typeof Alert | typeof formParts

interface DialogActionsProps {
  /** The label of the dismiss button: "Cancel". */
  dismiss: string
  /** The confirm button. */
  children: ReactNode
}

/** The buttons of a confirmation dialog. */
export const DialogActions = ({ dismiss, children }: DialogActionsProps) => (
  <Actions>
    <Alert.Cancel asChild>
      <Button className="min-h-12 px-5">{dismiss}</Button>
    </Alert.Cancel>
    {children}
  </Actions>
)

/** The buttons of a dialog with a form. */
export const FormActions = ({ dismiss = 'Cancel', children }: Partial<DialogActionsProps>) => (
  <Actions>
    <Plain.Close asChild>
      <Button className="min-h-12 px-5">{dismiss}</Button>
    </Plain.Close>
    {children}
  </Actions>
)

const Actions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">{children}</div>
)
