'use client'

import type { RegistrationResponseJSON } from '@simplewebauthn/browser'
import { useRef } from 'react'
import { authCall } from '@/components/sign-in/auth-call'
import { AuthFault } from '@/components/sign-in/auth-fault'
import { FormField, PasswordField } from '@/components/sign-in/fields'
import { nameOf, passwordOf } from '@/components/sign-in/form-checks'
import { FaultNote } from '@/components/sign-in/notes'
import { makePasskey } from '@/components/sign-in/passkey-call'
import { SendButton } from '@/components/sign-in/send-button'
import { useForm } from '@/components/sign-in/use-form'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { browserWords } from '@/server/accounts/browser-words'

interface AddDialogProps {
  hasPassword: boolean
  onAdded: () => void
  onClose: () => void
}

/** Adds a passkey: asks for a name and the password, then has the browser make it. */
export function AddDialog({ hasPassword, onAdded, onClose }: AddDialogProps) {
  const made = useRef<RegistrationResponseJSON | null>(null)
  const { props, busy, fault } = useForm(async (data) => {
    const name = nameOf(data)
    const proof = hasPassword ? { password: passwordOf(data) } : {}
    made.current ??= await makePasskey()
    try {
      await authCall('/passkey/verify-registration', { response: made.current, name, ...proof })
    } catch (error) {
      // After a wrong password, the passkey that the device made can be sent again.
      if (!(error instanceof AuthFault && error.field)) made.current = null
      throw error
    }
    onAdded()
    return 'done'
  })
  return (
    <Dialog
      title="Add a passkey"
      description={<p>Your browser will ask where to save it: on this device, on your phone or on a security key.</p>}
      onClose={onClose}
    >
      <form {...props} className="mt-5 grid gap-5">
        <FormField
          name="name"
          label="Name"
          idPrefix="passkey"
          maxLength={60}
          defaultValue={browserWords(navigator.userAgent)}
          fault={fault}
        />
        {hasPassword && (
          <PasswordField
            name="password"
            label="Password"
            idPrefix="passkey"
            autoComplete="current-password"
            fault={fault}
          />
        )}
        <FaultNote fault={fault} />
        <DialogActions dismiss="Cancel">
          <SendButton busy={busy} action="Add" busyLabel="Adding" className="" />
        </DialogActions>
      </form>
    </Dialog>
  )
}
