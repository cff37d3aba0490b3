'use client'

import { authCall } from './auth-call'
import { NewPasswordField } from './fields'
import { newPasswordOf } from './form-checks'
import { withQuery } from './next-path'
import { FaultNote } from './notes'
import { SendButton } from './send-button'
import { useForm } from './use-form'

/** Sets a new password. @param token from the mail; it works once. */
export function ResetPasswordForm({ token }: { token: string }) {
  const { props, busy, fault } = useForm(async (data) => {
    await authCall('/reset-password', { token, newPassword: newPasswordOf(data) })
    location.assign(withQuery('/sign-in', { notice: 'password-changed' }))
    return 'leaving'
  })
  return (
    <form {...props} className="grid gap-5">
      <NewPasswordField name="newPassword" label="New password" fault={fault} />
      <FaultNote fault={fault} />
      <SendButton busy={busy} action="Set new password" busyLabel="Setting new password" />
    </form>
  )
}
