'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { dayWords } from '@/components/pricing/plan-words'
import { ActionProblem } from '@/components/problems/action-problem'
import { authCall } from '@/components/sign-in/auth-call'
import { SendButton, useForm } from '@/components/sign-in/form'
import { FaultNote } from '@/components/sign-in/notes'
import { useTRPC } from '@/components/trpc/client'
import { Button, SteadyLabel } from '@/components/ui/button'
import { Note } from '@/components/ui/note'
import { browserWords } from '@/server/features/sign-in/browser-words'
import type { OwnSession } from '@/server/features/sign-in/own-account'
import { Section } from './sections'

/** Lists the signed-in browsers, with buttons to sign out one, all others, or this one. */
export function Devices({ sessions }: { sessions: readonly OwnSession[] }) {
  const others = sessions.filter(({ current }) => !current).length
  const [signedOut, setSignedOut] = useState<string | null>(null)
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The focused button disappears with its browser's row.
    if (signedOut !== null) note.current?.focus()
  }, [signedOut])
  const only = others === 0 && sessions[0]
  return (
    <Section
      id="devices"
      value={only ? `${browserWords(only.userAgent)} · this browser` : `${sessions.length} browsers signed in`}
      opens="Manage"
    >
      <p>These browsers are signed in. If you don’t recognize one, sign it out and change your password.</p>
      <ul className="grid divide-y divide-rule border-y border-rule">
        {sessions.map((session) => (
          <Device key={session.id} session={session} onSignedOut={setSignedOut} />
        ))}
      </ul>
      <p role="status" ref={note} tabIndex={-1} className="text-sm text-done outline-none empty:hidden">
        {signedOut !== null && `${signedOut} is signed out.`}
      </p>
      <SignOutOthers others={others} />
    </Section>
  )
}

interface DeviceProps {
  session: OwnSession
  onSignedOut: (name: string) => void
}

function Device({ session: { id, userAgent, address, signedIn, current }, onSignedOut }: DeviceProps) {
  const router = useRouter()
  const trpc = useTRPC()
  const name = browserWords(userAgent)
  const signOut = useMutation(
    trpc.devices.signOut.mutationOptions({
      onSuccess: () => {
        onSignedOut(name)
        router.refresh()
      },
    }),
  )
  const busy = signOut.isPending || signOut.isSuccess
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-medium">
          {name}
          {current && <span className="font-normal text-done"> · this browser</span>}
        </p>
        <p className="text-sm text-soft [overflow-wrap:anywhere]">
          Signed in {dayWords(Date.parse(signedIn))}
          {address && ` from ${address}`}
        </p>
      </div>
      {current ? (
        <SignOut />
      ) : (
        <Button aria-label={`Sign out ${name}`} busy={busy} onClick={() => signOut.mutate({ id })}>
          <SteadyLabel labels={labels} shown={labels[busy ? 1 : 0]} />
        </Button>
      )}
      <ActionProblem error={signOut.error} />
    </li>
  )
}

const labels = ['Sign out', 'Signing out'] as const

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
          busyLabel="Signing out"
          look="danger"
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
