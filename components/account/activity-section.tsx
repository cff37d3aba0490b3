'use client'

import { Activity } from '@/components/activity/activity'
import { useTRPCClient } from '@/components/trpc/client'
import type { AccountEntry, AuditPage } from '@/server/observability/audit-event'

/** What happened to the account. */
export function AccountActivity({ first }: { first: AuditPage<AccountEntry> }) {
  const client = useTRPCClient()
  return (
    <>
      <p>
        What happened to this account: the last thousand events, with the network that each came from. If you do not
        recognise one, change your password and sign out all other browsers.
      </p>
      {first.events.length > 0 ? (
        // With a new event the list begins anew.
        <Activity
          key={first.events[0]?.id}
          first={first}
          read={(page) => client.account.activity.query(page)}
          fileName="pinref-activity"
        />
      ) : (
        <p className="text-soft">Nothing yet. The next sign-in, key or change is the first line here.</p>
      )}
    </>
  )
}
