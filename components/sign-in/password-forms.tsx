'use client'

import { authCall } from './auth-call'
import { EmailField, emailOf, NewPasswordField, newPasswordOf, SendButton, useForm } from './form'
import { rememberMail, useMailSent } from './mail-sent'
import { withQuery } from './next-path'
import { FaultNote } from './notes'

/** Requests an email with a link to set a new password. The response is the same whether or not the account exists. */
export function ForgotPasswordForm() {
  const mail = useMailSent()
  const { props, busy, fault } = useForm(async (data) => {
    const request = { path: '/request-password-reset', body: { email: emailOf(data) } }
    await authCall(request.path, request.body)
    rememberMail({ ...request, ...request.body, form: '/forgot-password', atMs: Date.now(), times: 1 })
    location.assign('/check-email')
    return 'leaving'
  })
  return (
    <form {...props} className="grid gap-5">
      <EmailField key={mail?.email} label="Email" defaultValue={mail?.email} fault={fault} />
      <FaultNote fault={fault} />
      <SendButton busy={busy} action="Send link" busyLabel="Sending link" />
    </form>
  )
}

/** Sets a new password. @param token from the email; it works once. */
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
