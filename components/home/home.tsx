'use client'

import { CallProblem } from '@/components/problem/call-problem'
import { BatchesCard } from './batches-card'
import { KeysCard } from './keys-card'
import { UsageCard } from './usage-card'
import { useHomeAfter } from './use-home'

/**
 * The home of a signed-in user, beside the box: this month's usage, the keys and the newest batches.
 * @param keptCount how many lookups were kept since the page was opened.
 */
export function Home({ keptCount }: { keptCount: number }) {
  const { data, error, refetch } = useHomeAfter(keptCount)
  if (error && !data) return <CallProblem error={error} next="/" onRetry={() => void refetch()} />
  return (
    <div aria-busy={!data} className="grid gap-6 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <UsageCard usage={data?.usage} />
      </div>
      <KeysCard usage={data?.usage} />
      <BatchesCard batches={data?.batches} />
    </div>
  )
}
