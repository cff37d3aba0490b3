'use client'

import { useState } from 'react'
import { authCall } from '@/components/sign-in/auth-call'
import { AuthFault } from '@/components/sign-in/auth-fault'
import { FormField, PasswordField } from '@/components/sign-in/fields'
import { passwordOf, textOf } from '@/components/sign-in/form-checks'
import { withQuery } from '@/components/sign-in/next-path'
import { FaultNote } from '@/components/sign-in/notes'
import { SendButton } from '@/components/sign-in/send-button'
import { useForm } from '@/components/sign-in/use-form'
import { Button } from '@/components/ui/button'
import { Dialog, DialogActions } from '@/components/ui/dialog'

const word = 'delete'

interface DeleteAccountProps {
  /** Whether the account has a password to ask for. */
  hasPassword: boolean
  /** Whether the account has a paid plan, which deletion would end. */
  pays: boolean
}

/** Deletes the account, after a confirmation. */
export function DeleteAccount(props: DeleteAccountProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <p>
        <strong className="font-semibold">This can’t be undone.</strong> All keys stop working at once. Your usage,
        batches, recent lookups, plan and sign-in are deleted.
      </p>
      <Button look="danger" className="justify-self-start" onClick={() => setAsking(true)}>
        Delete account
      </Button>
      {asking && <DeleteDialog {...props} onClose={() => setAsking(false)} />}
    </>
  )
}

function DeleteDialog({ hasPassword, pays, onClose }: DeleteAccountProps & { onClose: () => void }) {
  const { props, busy, fault } = useForm(async (data) => {
    if (textOf(data, 'confirmation').trim().toLowerCase() !== word) {
      throw new AuthFault(`Type ${word} to continue.`, 'confirmation')
    }
    await authCall('/delete-user', hasPassword ? { password: passwordOf(data) } : {})
    location.assign(withQuery('/sign-in', { notice: 'account-deleted' }))
    return 'leaving'
  })
  return (
    <Dialog
      title="Delete this account?"
      description={
        <p>
          All its keys stop working at once. This can’t be undone.
          {pays && ' Your plan ends now, including the part of the month you’ve paid for.'}
        </p>
      }
      onClose={onClose}
    >
      <form {...props} className="mt-5 grid gap-5">
        <FormField name="confirmation" label={`Type ${word} to confirm`} idPrefix="delete" fault={fault} />
        {hasPassword && (
          <PasswordField
            name="password"
            label="Password"
            idPrefix="delete"
            autoComplete="current-password"
            fault={fault}
          />
        )}
        <FaultNote fault={fault} />
        <DialogActions dismiss="Cancel">
          <SendButton
            busy={busy}
            action="Delete this account"
            busyLabel="Deleting account"
            look="destroy"
            className=""
          />
        </DialogActions>
      </form>
    </Dialog>
  )
}
