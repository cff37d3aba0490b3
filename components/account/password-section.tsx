'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { authCall } from '@/components/sign-in/auth-call'
import { NewPasswordField, PasswordField } from '@/components/sign-in/fields'
import { newPasswordOf, passwordOf } from '@/components/sign-in/form-checks'
import { useForm } from '@/components/sign-in/use-form'
import { SectionForm } from './section-form'

/** Changes the password of an owner who knows the current one. */
export function Password({ email }: { email: string }) {
  const router = useRouter()
  const [said, setSaid] = useState<string | null>(null)
  const form = useForm(async (data) => {
    setSaid(null)
    await authCall('/change-password', { currentPassword: passwordOf(data), newPassword: newPasswordOf(data) })
    setSaid('Password changed. All other browsers are signed out.')
    form.props.ref.current?.reset()
    router.refresh()
    return 'done'
  })
  return (
    <SectionForm form={form} said={said} action="Change password" busyLabel="Changing password">
      {/* Tells a password manager which account this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        name="password"
        label="Current password"
        idPrefix="change-password"
        autoComplete="current-password"
        fault={form.fault}
      />
      <NewPasswordField name="newPassword" label="New password" idPrefix="change-password" fault={form.fault} />
      <p className="text-sm text-soft">A new password signs out all other browsers.</p>
    </SectionForm>
  )
}

/** For an account made through GitHub or Google: a link to set the first password, sent by mail. */
export function FirstPassword({ email, mail }: { email: string; mail: boolean }) {
  const [sent, setSent] = useState(false)
  const form = useForm(async () => {
    await authCall('/request-password-reset', { email })
    setSent(true)
    return 'done'
  })
  const said = sent && `We’ve sent a link to ${email}. Open it to set a password.`
  return (
    <>
      <p>This account has no password: you sign in with GitHub or Google.</p>
      {mail && <SectionForm form={form} said={said} action="Set a password by email" busyLabel="Sending the link" />}
    </>
  )
}
