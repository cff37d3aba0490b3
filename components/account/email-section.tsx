'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { authCall } from '@/components/sign-in/auth-call'
import { EmailField } from '@/components/sign-in/fields'
import { emailOf } from '@/components/sign-in/form-checks'
import { useForm } from '@/components/sign-in/use-form'
import { SectionForm } from './section-form'

interface EmailProps {
  email: string
  verified: boolean
  /** Whether this server can send mail. */
  mail: boolean
}

/** The account's e-mail address, and a form to change it. */
export function Email({ email, verified, mail }: EmailProps) {
  const router = useRouter()
  const [said, setSaid] = useState<string | null>(null)
  const form = useForm(async (data) => {
    setSaid(null)
    await authCall('/change-email', { newEmail: emailOf(data), callbackURL: '/account' })
    setSaid(
      verified
        ? `A link is on its way to ${email}. Open it to go on; a second one then goes to the new e-mail.`
        : 'Done, unless that e-mail belongs to another account: then yours stays as it is.',
    )
    form.props.ref.current?.reset()
    router.refresh()
    return 'done'
  })
  // Without mail nobody can prove that a new e-mail is theirs.
  const fixed = verified && !mail
  return (
    <>
      <div>
        <p className="font-medium [overflow-wrap:anywhere]">{email}</p>
        <p className={`text-sm ${verified ? 'text-done' : 'text-soft'}`}>
          {verified ? 'Confirmed' : mail ? 'Not confirmed yet' : 'Not confirmed: this server sends no mail'}
        </p>
      </div>
      {!verified && mail && <SendAgain email={email} />}
      {fixed ? (
        <p className="text-sm text-soft">This server sends no mail, so a confirmed e-mail cannot be changed.</p>
      ) : (
        <div className="border-t border-rule pt-5">
          <SectionForm form={form} said={said} action="Change e-mail" busyLabel="Changing e-mail">
            <EmailField label="New e-mail" idPrefix="change-email" autoComplete="email" fault={form.fault} />
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
  const said = sent && 'A new link is on its way. It works for one hour.'
  return <SectionForm form={form} said={said} action="Send the link again" busyLabel="Sending" />
}
