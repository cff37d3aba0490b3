'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { authCall } from '@/components/sign-in/auth-call'
import { EmailField, NewPasswordField, PasswordField } from '@/components/sign-in/fields'
import { emailOf, newPasswordOf, passwordOf, useForm } from '@/components/sign-in/form'
import { SectionForm } from './section-form'

interface EmailProps {
  email: string
  verified: boolean
  /** Whether this server can send mail. */
  mail: boolean
}

/** The account's email address, and a form to change it. */
export function Email({ email, verified, mail }: EmailProps) {
  const router = useRouter()
  const [said, setSaid] = useState<string | null>(null)
  const form = useForm(async (data) => {
    setSaid(null)
    await authCall('/change-email', { newEmail: emailOf(data), callbackURL: '/account' })
    setSaid(
      verified
        ? `We’ve sent a link to ${email}. Open it to continue; we’ll then send a second link to the new email.`
        : 'Email changed, unless another account already uses it: then yours stays the same.',
    )
    form.props.ref.current?.reset()
    router.refresh()
    return 'done'
  })
  // Without mail, nobody can prove that they own a new email address.
  const fixed = verified && !mail
  return (
    <>
      <div>
        <p className="font-medium [overflow-wrap:anywhere]">{email}</p>
        <p className={`text-sm ${verified ? 'text-done' : 'text-soft'}`}>
          {verified ? 'Confirmed' : mail ? 'Not confirmed yet' : 'Not confirmed'}
        </p>
      </div>
      {!verified && mail && <SendAgain email={email} />}
      {fixed ? (
        <p className="text-sm text-soft">
          A confirmed email can’t be changed here, because we can’t send mail to the new one.
        </p>
      ) : (
        <div className="border-t border-rule pt-5">
          <SectionForm form={form} said={said} action="Change email" busyLabel="Changing email">
            <EmailField label="New email" idPrefix="change-email" autoComplete="email" fault={form.fault} />
          </SectionForm>
        </div>
      )}
    </>
  )
}

function SendAgain({ email }: { email: string }) {
  const [sent, setSent] = useState(false)
  const form = useForm(async () => {
    await authCall('/send-verification-email', { email, callbackURL: '/account' })
    setSent(true)
    return 'done'
  })
  const said = sent && 'We’ve sent a new link. It works for one hour.'
  return <SectionForm form={form} said={said} action="Resend link" busyLabel="Sending" />
}

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
