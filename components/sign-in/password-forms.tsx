'use client'

import { useState } from 'react'
import { authCall } from './auth-call'
import { EmailField, NewPasswordField, SendButton } from './fields'
import { emailOf, newPasswordOf, useForm } from './form'
import { withQuery } from './next-path'
import { CheckMail, FaultNote } from './notes'

/** Requests a mail with a link to set a new password. The answer is the same whether or not the account exists. */
export function ForgotPasswordForm() {
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const { props, busy, fault } = useForm(async (data) => {
    const email = emailOf(data)
    await authCall('/request-password-reset', { email })
    setMailedTo(email)
    return 'done'
  })
  if (mailedTo) return <CheckMail email={mailedTo} />
  return (
    <form {...props} className="grid gap-5">
      <EmailField label="Email" fault={fault} />
      <FaultNote fault={fault} />
      <SendButton busy={busy} action="Send the link" busyLabel="Sending the link" />
    </form>
  )
}

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
