'use client'

import { Activity } from '@/components/activity/activity'
import { useTRPCClient } from '@/components/trpc/client'
import { Card } from '@/components/ui/card'
import type { AuditPage, ServerEntry } from '@/server/features/audit/log'

export function ServerActivity({ first }: { first: AuditPage<ServerEntry> }) {
  const client = useTRPCClient()
  return (
    <Card className="min-w-0 p-4 sm:p-6">
      <section aria-labelledby="activity-title" className="grid gap-4">
        <div>
          <h2 id="activity-title" className="text-title font-semibold">
            Activity
          </h2>
          <p className="mt-1 max-w-[42rem] text-soft">
            The last 10,000 events across all accounts. Accounts appear as a masked email and the start of their id.
            Wrong passwords and codes aren’t recorded, so strangers can’t crowd out other events.
          </p>
        </div>
        {first.events.length > 0 ? (
          <Activity
            first={first}
            read={(page) => client.operator.activity.query(page)}
            fileName="pinref-server-activity"
          />
        ) : (
          <p className="text-soft">Nothing yet. Sign-ins, keys, and changes will appear here.</p>
        )}
      </section>
    </Card>
  )
}
