'use client'

import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { shownProblem } from '@/components/problem/problem'
import { useTRPC } from '@/components/trpc/client'
import type { PlanId } from '@/server/access/plans'
import { authCall } from './auth-call'
import { EmailField, NewPasswordField, SendButton } from './fields'
import { emailOf, newPasswordOf, useForm } from './form'
import { withQuery } from './next-path'
import { CheckMail, FaultNote, Note, TextLink } from './notes'

interface SignUpFormProps {
  /** The plan to choose; null for the one that every account begins with. */
  plan: PlanId | null
  /** The page that a new account starts on. */
  welcome: string
  /** Where to go afterwards if there is no plan to choose; null for `welcome`. */
  next: string | null
  /** Other ways to create an account, above the form. */
  providers: ReactNode
}

/** Creates an account and gives it the plan that was chosen. A plan that costs something is paid for next. */
export function SignUpForm({ plan, welcome, next, providers }: SignUpFormProps) {
  const trpc = useTRPC()
  const choose = useMutation(trpc.plans.choose.mutationOptions())
  const [mailedTo, setMailedTo] = useState<string | null>(null)

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
      setMailedTo(email)
      return 'done'
    }
    if (plan === null) {
      location.assign(onward)
      return 'leaving'
    }
    // The account exists now, whatever happens to the plan.
    const chosen = await choose.mutateAsync({ plan }).catch(() => null)
    if (!chosen) return 'done'
    location.assign(chosen.url ?? welcome)
    return 'leaving'
  })

  if (mailedTo) return <CheckMail email={mailedTo} />
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
        <EmailField label="Email" fault={fault} />
        <NewPasswordField name="newPassword" label="Password" fault={fault} />
        <FaultNote fault={fault} />
        <SendButton busy={busy} action="Create account" busyLabel="Creating account" />
      </form>
    </>
  )
}
