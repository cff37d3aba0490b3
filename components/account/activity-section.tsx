'use client'

import { Activity } from '@/components/activity/activity'
import { eventWords } from '@/components/activity/event-words'
import { LocalTime } from '@/components/format/local-time'
import { usePlans } from '@/components/pricing/plans'
import { useTRPCClient } from '@/components/trpc/client'
import type { AccountEntry, AuditPage } from '@/server/features/audit/log'
import { Section } from './sections'

/** The account's events: the latest one, and a list of all of them. */
export function AccountActivity({ first }: { first: AuditPage<AccountEntry> }) {
  const client = useTRPCClient()
  const { plans } = usePlans()
  const [last] = first.events
  if (!last) return <Section id="activity" value="Nothing yet. Sign-ins, keys, and changes will appear here." />
  return (
    <Section
      id="activity"
      value={
        <>
          {eventWords(last, plans)} <LocalTime at={last.at} />
        </>
      }
      opens="Show"
    >
      <p>
        The last 1,000 events on this account, each with the network it came from. If you don’t recognize one, change
        your password and sign out all other browsers.
      </p>
      {/* A new event reloads the list. */}
      <Activity
        key={last.id}
        first={first}
        read={(page) => client.account.activity.query(page)}
        fileName="pinref-activity"
      />
    </Section>
  )
}
