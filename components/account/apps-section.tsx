'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { dayWords } from '@/components/pricing/plan-words'
import { ActionProblem } from '@/components/problems/action-problem'
import { TextLink } from '@/components/sign-in/notes'
import { useTRPC } from '@/components/trpc/client'
import { Button, SteadyLabel } from '@/components/ui/button'
import type { ConnectedApp } from '@/server/features/sign-in/connected-apps'
import { Section } from './sections'

/** A connected app and what it can do. */
interface ListedApp extends ConnectedApp {
  access: readonly string[]
}

/** Lists the apps that the person has connected, in all accounts, with buttons to disconnect them. */
export function Apps({ apps }: { apps: readonly ListedApp[] }) {
  const [gone, setGone] = useState<string | null>(null)
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The focused button disappears with its app.
    if (gone !== null) note.current?.focus()
  }, [gone])
  const hasAny = apps.length > 0
  const value = apps.length === 1 ? '1 app' : `${apps.length} apps`
  return (
    <Section id="apps" value={hasAny ? value : 'No apps yet.'} opens={hasAny ? 'Manage' : 'Add'}>
      <p>
        {hasAny
          ? 'These apps use Pinref for you. Their calls count toward your plan.'
          : 'Add Pinref to an agent such as Claude or ChatGPT, and it appears here.'}{' '}
        <TextLink href="/docs/mcp#apps">How to connect an app</TextLink>
      </p>
      {hasAny && (
        <ul className="grid divide-y divide-rule border-y border-rule">
          {apps.map((app) => (
            <App key={app.id} app={app} onGone={setGone} />
          ))}
        </ul>
      )}
      <p role="status" ref={note} tabIndex={-1} className="text-sm text-done outline-none empty:hidden">
        {gone !== null && `${gone} is disconnected.`}
      </p>
    </Section>
  )
}

function App({ app, onGone }: { app: ListedApp; onGone: (name: string) => void }) {
  const { id, name, account } = app
  const router = useRouter()
  const trpc = useTRPC()
  const disconnect = useMutation(
    trpc.apps.disconnect.mutationOptions({
      onSuccess: () => {
        onGone(name)
        router.refresh()
      },
    }),
  )
  const busy = disconnect.isPending || disconnect.isSuccess
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
        <p className="text-sm text-soft [overflow-wrap:anywhere]">{factsOf(app)}</p>
        <p className="text-sm text-soft [overflow-wrap:anywhere]">{mayDo(app)}</p>
      </div>
      <Button
        aria-label={`Disconnect ${name} from ${account.name}`}
        busy={busy}
        onClick={() => disconnect.mutate({ id })}
      >
        <SteadyLabel labels={labels} shown={labels[busy ? 1 : 0]} />
      </Button>
      <ActionProblem error={disconnect.error} />
    </li>
  )
}

const labels = ['Disconnect', 'Disconnecting'] as const

/** Says what the app can do in its account, which is nothing after the person's role has changed to one without that. */
const mayDo = ({ account, access }: ListedApp): string =>
  access.length === 0
    ? `In ${account.name}: your role allows nothing that it can do.`
    : `In ${account.name}: can ${access.join('; ')}.`

function factsOf({ host, connected, lastActive }: ConnectedApp): string {
  const activity = lastActive === null ? 'not active yet' : `last active ${dayWords(Date.parse(lastActive))}`
  return [`Connected ${dayWords(Date.parse(connected))}`, activity, ...(host === null ? [] : [host])].join(' · ')
}
