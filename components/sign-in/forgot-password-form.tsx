'use client'

import { useState } from 'react'
import { authCall } from './auth-call'
import { CheckMail } from './check-mail'
import { EmailField } from './fields'
import { emailOf } from './form-checks'
import { FaultNote } from './notes'
import { SendButton } from './send-button'
import { useForm } from './use-form'

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
