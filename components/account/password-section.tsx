'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { authCall } from '@/components/sign-in/auth-call'
import { PasswordField } from '@/components/sign-in/fields'
import { newPasswordOf, passwordOf, textOf } from '@/components/sign-in/form-checks'
import { FaultNote, Note } from '@/components/sign-in/notes'
import { SendButton } from '@/components/sign-in/send-button'
import { useForm } from '@/components/sign-in/use-form'

/** Another password, for whoever knows the present one. */
export function Password({ email }: { email: string }) {
  const router = useRouter()
  const [said, setSaid] = useState<string | null>(null)
  const { props, busy, fault } = useForm(async (data) => {
    setSaid(null)
    const revokeOtherSessions = textOf(data, 'others') !== ''
    const currentPassword = passwordOf(data)
    await authCall('/change-password', { currentPassword, newPassword: newPasswordOf(data), revokeOtherSessions })
    setSaid(revokeOtherSessions ? 'Changed. All other browsers are signed out.' : 'Changed.')
    props.ref.current?.reset()
    router.refresh()
    return 'done'
  })
  return (
    <form {...props} className="grid gap-4">
      {/* So that a password manager knows whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        name="password"
        label="Present password"
        of="change-password"
        autoComplete="current-password"
        fault={fault}
      />
      <PasswordField
        name="newPassword"
        label="New password"
        hint="8 to 128 characters."
        of="change-password"
        autoComplete="new-password"
        fault={fault}
      />
      <label className="flex min-h-10 items-center gap-3">
        <input type="checkbox" name="others" defaultChecked className="size-5 accent-ink" />
        Sign out all other browsers
      </label>
      <FaultNote fault={fault} />
      <div role="status" className="empty:hidden">
        {said && <Note tone="done">{said}</Note>}
      </div>
      <SendButton
        busy={busy}
        action="Change password"
        doing="Changing password"
        look="plain"
        className="justify-self-start"
      />
    </form>
  )
}

/** For an account that was made through a provider: a first password comes by mail, as a forgotten one does. */
export function FirstPassword({ email, mail }: { email: string; mail: boolean }) {
  const [sent, setSent] = useState(false)
  const { props, busy, fault } = useForm(async () => {
    await authCall('/request-password-reset', { email })
    setSent(true)
    return 'done'
  })
  return (
    <form {...props} className="grid gap-4">
      <p>This account has no password: you sign in through GitHub or Google.</p>
      <FaultNote fault={fault} />
      <div role="status" className="empty:hidden">
        {sent && <Note tone="done">A link to choose a password is on its way to {email}.</Note>}
      </div>
      {mail && (
        <SendButton
          busy={busy}
          action="Choose a password by mail"
          doing="Sending the link"
          look="plain"
          className="justify-self-start"
        />
      )}
    </form>
  )
}
