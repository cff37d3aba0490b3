'use client'

import { authCall } from '@/components/sign-in/auth-call'
import { FormField } from '@/components/sign-in/fields'
import { nameOf } from '@/components/sign-in/form-checks'
import { FaultNote } from '@/components/sign-in/notes'
import { SendButton } from '@/components/sign-in/send-button'
import { useForm } from '@/components/sign-in/use-form'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import type { OwnPasskey } from '@/server/accounts/own-account'

interface RenameDialogProps {
  passkey: OwnPasskey
  onRenamed: () => void
  onClose: () => void
}

export function RenameDialog({ passkey: { id, name }, onRenamed, onClose }: RenameDialogProps) {
  const { props, busy, fault } = useForm(async (data) => {
    await authCall('/passkey/update-passkey', { id, name: nameOf(data) })
    onRenamed()
    return 'done'
  })
  return (
    <Dialog title="Rename this passkey" description={<p>Only you see this name.</p>} onClose={onClose}>
      <form {...props} className="mt-5 grid gap-5">
        <FormField name="name" label="Name" idPrefix="passkey" maxLength={60} defaultValue={name} fault={fault} />
        <FaultNote fault={fault} />
        <DialogActions dismiss="Cancel">
          <SendButton busy={busy} action="Save" busyLabel="Saving" className="" />
        </DialogActions>
      </form>
    </Dialog>
  )
}
