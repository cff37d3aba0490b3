'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { dayWords } from '@/components/pricing/plan-words'
import { authCall } from '@/components/sign-in/auth-call'
import {
  EmailField,
  emailOf,
  NewPasswordField,
  newPasswordOf,
  PasswordField,
  passwordOf,
  SendButton,
  useForm,
} from '@/components/sign-in/form'
import { FaultNote } from '@/components/sign-in/notes'
import { Note } from '@/components/ui/note'
import { Section, SectionForm, useSection } from './sections'

interface EmailProps {
  email: string
  verified: boolean
  /** Whether this server can send email. */
  mail: boolean
}

/** The account's email address, and a form to change it. */
export function Email({ email, verified, mail }: EmailProps) {
  // Without email, the owner can't prove that a new email address is theirs.
  const isFixed = verified && !mail
  return (
    <Section
      id="email"
      value={
        <>
          <p>
            <span className="text-ink">{email}</span> ·{' '}
            <span className={verified ? 'text-done' : undefined}>
              {verified ? 'Confirmed' : mail ? 'Not confirmed yet' : 'Not confirmed'}
            </span>
          </p>
          {isFixed && <p>You can’t change a confirmed email here, because this server can’t send email.</p>}
        </>
      }
      opens={!isFixed && 'Change'}
      isForm
      below={
        !verified &&
        mail && (
          <MailLink
            send={() => authCall('/send-verification-email', { email, callbackURL: '/account' })}
            action="Resend link"
            done="We’ve sent a new link, which expires in one hour."
          />
        )
      }
    >
      <EmailForm email={email} verified={verified} />
    </Section>
  )
}

function EmailForm({ email, verified }: Omit<EmailProps, 'mail'>) {
  const router = useRouter()
  const { finish } = useSection()
  const form = useForm(async (data) => {
    await authCall('/change-email', { newEmail: emailOf(data), callbackURL: '/account' })
    form.props.ref.current?.reset()
    finish(
      verified
        ? `We’ve sent a link to ${email}. Open it to continue. We’ll then send a second link to the new email.`
        : 'Email changed, unless another account already uses it. In that case, yours stays the same.',
    )
    router.refresh()
    return 'done'
  })
  return (
    <SectionForm form={form} action="Change email" busyLabel="Changing email">
      <EmailField label="New email" idPrefix="change-email" autoComplete="email" fault={form.fault} />
    </SectionForm>
  )
}

interface MailLinkProps {
  send: () => Promise<unknown>
  /** The button's label. */
  action: string
  /** Shown after the email is sent. */
  done: string
}

/** A button that emails a link. */
function MailLink({ send, action, done }: MailLinkProps) {
  const [sent, setSent] = useState(false)
  const { props, busy, fault } = useForm(async () => {
    await send()
    setSent(true)
    return 'done'
  })
  return (
    <form {...props} className="grid justify-items-start gap-3">
      <FaultNote fault={fault} />
      <div role="status" className="empty:hidden">
        {sent && <Note tone="done">{done}</Note>}
      </div>
      <SendButton busy={busy} action={action} busyLabel="Sending" look="plain" className="" />
    </form>
  )
}

interface PasswordProps {
  email: string
  /** ISO 8601: when it was last set; null if the account has no password. */
  set: string | null
  /** Whether this server can send email. */
  mail: boolean
}

/** The account's password: a form to change it or, for an account created with GitHub or Google, an email to set the first one. */
export const Password = ({ email, set, mail }: PasswordProps) =>
  set === null ? (
    <Section
      id="password"
      value="This account has no password. You sign in with GitHub or Google."
      below={
        mail && (
          <MailLink
            send={() => authCall('/request-password-reset', { email })}
            action="Set a password by email"
            done={`We’ve sent a link to ${email}. Open it to set a password.`}
          />
        )
      }
    />
  ) : (
    <Section id="password" value={`Last changed ${dayWords(Date.parse(set))}`} opens="Change" isForm>
      <PasswordForm email={email} />
    </Section>
  )

/** Changes the password, after asking for the current one. */
function PasswordForm({ email }: Pick<PasswordProps, 'email'>) {
  const router = useRouter()
  const { finish } = useSection()
  const form = useForm(async (data) => {
    await authCall('/change-password', { currentPassword: passwordOf(data), newPassword: newPasswordOf(data) })
    form.props.ref.current?.reset()
    finish('Password changed. All other browsers are signed out.')
    router.refresh()
    return 'done'
  })
  return (
    <SectionForm form={form} action="Change password" busyLabel="Changing password">
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
