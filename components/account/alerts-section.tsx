'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionProblem } from '@/components/problems/action-problem'
import { useTRPC } from '@/components/trpc/client'
import { Switch } from '@/components/ui/switch'
import { type AlertDelivery, type AlertSettings, alertKinds } from '@/server/features/mail/alert-kinds'
import { Section } from './sections'

const words: Record<keyof AlertSettings, { label: string; hint: string }> = {
  quota: { label: 'Plan quota', hint: 'At 80% and 100% of your plan’s monthly calls.' },
  'key-limit': { label: 'Key limits', hint: 'At 80% and 100% of a key’s own monthly limit.' },
  'key-expiry': { label: 'Expiring keys', hint: '7 days and 1 day before a key expires.' },
  callbacks: {
    label: 'Callbacks',
    hint: 'When callbacks are turned off after failing for a day.',
  },
  'sign-in': {
    label: 'New devices',
    hint: 'When someone signs in to this account from a new browser.',
  },
}

const notes: Record<AlertDelivery, string> = {
  smtp: 'Alerts go to your email. Changes save automatically.',
  unconfirmed: 'Confirm your email to get alerts. Changes save automatically.',
  // The operator page and the startup log tell the operator that nothing is sent.
  kept: 'Choose the alerts you want by email. Changes save automatically.',
  off: 'Choose the alerts you want by email. Changes save automatically.',
}

interface AlertsProps {
  settings: AlertSettings
  /** How alerts reach the account, if at all. */
  mail: AlertDelivery
}

/** Switches for alert emails. */
export function Alerts({ settings, mail }: AlertsProps) {
  const trpc = useTRPC()
  const [shown, setShown] = useState(settings)
  const [saved, setSaved] = useState<{ alert: keyof AlertSettings; on: boolean } | null>(null)
  const change = useMutation(
    trpc.account.switchAlert.mutationOptions({
      onMutate: ({ alert, on }) => setShown((before) => ({ ...before, [alert]: on })),
      onSuccess: (_, change) => setSaved(change),
      onError: (_, { alert, on }) => setShown((before) => ({ ...before, [alert]: !on })),
    }),
  )
  const switchTo = (alert: keyof AlertSettings, on: boolean) => change.mutate({ alert, on })
  return (
    <Section id="alerts" value={howMany(alertKinds.filter((kind) => shown[kind]).length)} opens="Change">
      <p>{notes[mail]}</p>
      <div className="grid divide-y divide-rule border-y border-rule">
        {alertKinds.map((kind) => (
          <Switch
            key={kind}
            {...words[kind]}
            on={shown[kind]}
            busy={change.isPending && change.variables.alert === kind}
            onSwitch={(on) => switchTo(kind, on)}
          />
        ))}
      </div>
      <div>
        <span role="status" className="text-done">
          {saved && `${words[saved.alert].label}: turned ${saved.on ? 'on' : 'off'}.`}
        </span>
        {saved && (
          <>
            {' '}
            <button
              type="button"
              className="font-medium underline decoration-edge underline-offset-4 hover:decoration-ink"
              onClick={() => switchTo(saved.alert, !saved.on)}
            >
              Undo
            </button>
          </>
        )}
      </div>
      <ActionProblem error={change.error} />
    </Section>
  )
}

function howMany(on: number): string {
  if (on === alertKinds.length) return 'All on'
  return on === 0 ? 'All off' : `${on} of ${alertKinds.length} on`
}
