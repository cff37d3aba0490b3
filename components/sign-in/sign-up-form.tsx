'use client'

import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { shownProblem } from '@/components/problems/problem'
import { useTRPC } from '@/components/trpc/client'
import { Note } from '@/components/ui/note'
import type { PlanId } from '@/server/metering/access/limits'
import { authCall } from './auth-call'
import { EmailField, emailOf, NewPasswordField, newPasswordOf, SendButton, useForm } from './form'
import { rememberMail, useMailSent } from './mail-sent'
import { withQuery } from './next-path'
import { FaultNote, TextLink } from './notes'

interface SignUpFormProps {
  /** The plan to choose; null for the plan that every account starts with. */
  plan: PlanId | null
  /** The page that a new account starts on. */
  welcome: string
  /** Where to go next if there is no plan to choose; null for `welcome`. */
  next: string | null
  /** Other ways to create an account, above the form. */
  providers: ReactNode
}

/** Creates an account with the chosen plan. Payment for a paid plan follows. */
export function SignUpForm({ plan, welcome, next, providers }: SignUpFormProps) {
  const trpc = useTRPC()
  const choose = useMutation(trpc.plans.choose.mutationOptions())
  const mail = useMailSent()

  const { props, busy, fault } = useForm(async (data) => {
    const email = emailOf(data)
    const onward = plan === null ? (next ?? welcome) : withQuery('/pricing', { plan })
    const callbackURL = withQuery('/sign-in', { next: onward })
    const password = newPasswordOf(data)
    const { token } = await authCall<{ token: string | null }>('/sign-up/email', {
      name: '',
      email,
      password,
      callbackURL,
    })
    if (!token) {
      const { pathname, search } = location
      const request = { path: '/send-verification-email', body: { email, callbackURL } }
      rememberMail({ ...request, email, form: pathname + search, atMs: Date.now(), times: 1 })
      location.assign('/check-email')
      return 'leaving'
    }
    if (plan === null) {
      location.assign(onward)
      return 'leaving'
    }
    // The account now exists, even if choosing the plan fails.
    const chosen = await choose.mutateAsync({ plan }).catch(() => null)
    if (!chosen) return 'done'
    location.assign(chosen.url ?? welcome)
    return 'leaving'
  })

  if (plan !== null && choose.error) {
    return (
      <Note tone="limit">
        Your account is ready, but your plan isn’t active yet: {shownProblem(choose.error).detail}{' '}
        <TextLink href={withQuery('/pricing', { plan })}>Choose the plan again</TextLink>
      </Note>
    )
  }
  return (
    <>
      {providers}
      <form {...props} className="grid gap-5">
        <EmailField key={mail?.email} label="Email" defaultValue={mail?.email} fault={fault} />
        <NewPasswordField name="newPassword" label="Password" fault={fault} />
        <FaultNote fault={fault} />
        <SendButton busy={busy} action="Create account" busyLabel="Creating account" />
      </form>
    </>
  )
}
