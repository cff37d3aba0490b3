'use client'

import type { ReactNode } from 'react'
import { PasswordField, passwordOf, type Send, SendButton, useForm } from '@/components/sign-in/form'
import { FaultNote } from '@/components/sign-in/notes'
import type { ButtonLook } from '@/components/ui/button'
import { Dialog, DialogActions } from '@/components/ui/dialog'

interface ConfirmDialogProps {
  title: string
  description: ReactNode
  /** Button labels: "Turn off", "Turning off", "Cancel". */
  action: string
  busyLabel: string
  dismiss: string
  /** `destroy` if the action is destructive. */
  look?: ButtonLook
  /** Whether the account has a password. */
  hasPassword: boolean
  /** @param proof the password in better-auth's format; empty if the account has none. */
  onConfirm: (proof: { password?: string }) => ReturnType<Send>
  onClose: () => void
}

/** Asks for confirmation, and for the password if the account has one. */
export function ConfirmDialog({ title, description, action, busyLabel, dismiss, ...rest }: ConfirmDialogProps) {
  const { look = 'primary', hasPassword, onConfirm, onClose } = rest
  const { props, busy, fault } = useForm((data) => onConfirm(hasPassword ? { password: passwordOf(data) } : {}))
  return (
    <Dialog title={title} description={<p>{description}</p>} onClose={onClose}>
      <form {...props} className="mt-5 grid gap-5">
        {hasPassword && (
          <PasswordField
            name="password"
            label="Password"
            idPrefix="confirm"
            autoComplete="current-password"
            fault={fault}
          />
        )}
        <FaultNote fault={fault} />
        <DialogActions dismiss={dismiss}>
          <SendButton busy={busy} action={action} busyLabel={busyLabel} look={look} className="" />
        </DialogActions>
      </form>
    </Dialog>
  )
}
