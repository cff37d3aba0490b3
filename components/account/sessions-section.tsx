'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { dayWords } from '@/components/pricing/plan-words'
import { authCall } from '@/components/sign-in/auth-call'
import { FaultNote, Note } from '@/components/sign-in/notes'
import { SendButton } from '@/components/sign-in/send-button'
import { useForm } from '@/components/sign-in/use-form'
import type { OwnSession } from '@/server/accounts/own-account'
import { browserWords } from './browser-words'

/** Where the account is signed in, with buttons to sign out. */
export function Sessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const others = sessions.filter(({ current }) => !current).length
  return (
    <>
      <ul className="grid gap-3">
        {sessions.map(({ userAgent, signedIn, current }) => (
          <li key={signedIn + userAgent} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-medium">
              {browserWords(userAgent)}
              {current && <span className="font-normal text-done"> · this browser</span>}
            </span>
            <span className="text-sm text-soft">since {dayWords(Date.parse(signedIn))}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-start gap-3">
        <SignOut />
        <SignOutOthers others={others} />
      </div>
    </>
  )
}

function SignOut() {
  const { props, busy, fault } = useForm(async () => {
    await authCall('/sign-out')
    location.assign('/')
    return 'leaving'
  })
  return (
    <form {...props} className="grid gap-3">
      <SendButton busy={busy} action="Sign out" busyLabel="Signing out" look="plain" className="" />
      <FaultNote fault={fault} />
    </form>
  )
}

function SignOutOthers({ others }: { others: number }) {
  const router = useRouter()
  const [done, setDone] = useState(false)
  const { props, busy, fault } = useForm(async () => {
    await authCall('/revoke-other-sessions')
    setDone(true)
    router.refresh()
    return 'done'
  })
  return (
    <form {...props} className="grid gap-3">
      {others > 0 && (
        <SendButton
          busy={busy}
          action="Sign out all other browsers"
          busyLabel="Signing out the others"
          look="plain"
          className="justify-self-start"
        />
      )}
      <FaultNote fault={fault} />
      <div role="status" className="empty:hidden">
        {done && others === 0 && <Note tone="done">All other browsers are signed out.</Note>}
      </div>
    </form>
  )
}
