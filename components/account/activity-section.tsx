'use client'

import { Activity } from '@/components/activity/activity'
import { useTRPCClient } from '@/components/trpc/client'
import type { AccountEntry, AuditPage } from '@/server/audit/events'

/** Events of the account. */
export function AccountActivity({ first }: { first: AuditPage<AccountEntry> }) {
  const client = useTRPCClient()
  return (
    <>
      <p>
        The last 1,000 events on this account, each with the network it came from. If you don’t recognize one, change
        your password and sign out all other browsers.
      </p>
      {first.events.length > 0 ? (
        // A new event starts the list over.
        <Activity
          key={first.events[0]?.id}
          first={first}
          read={(page) => client.account.activity.query(page)}
          fileName="pinref-activity"
        />
      ) : (
        <p className="text-soft">Nothing yet. Sign-ins, keys and changes will show up here.</p>
      )}
    </>
  )
}
