'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallProblem } from '@/components/problem/call-problem'
import { useTRPC } from '@/components/trpc/client'
import { AnswerCard, Card } from '@/components/ui/card'
import { GoogleCheck } from './google-check'
import { Health } from './health'
import { MonthCard } from './month-card'
import { SpendingTable, SpendingTotals } from './spending'
import { type Overview, refetchMs } from './spending-words'

/** The server's health, and all calls, costs, and revenue in a month. */
export const OperatorOverview = () => (
  <WithOverview next="/operator">
    {(overview) => (
      <>
        <Health overview={overview} />
        <MonthCard />
      </>
    )}
  </WithOverview>
)

/** What Google cost, and what its key can do. */
export const OperatorGoogle = () => (
  <WithOverview next="/operator?tab=google">
    {(overview) => (
      <>
        <SpendingTotals overview={overview} />
        <div className="grid min-w-0 gap-6">
          <SpendingTable overview={overview} />
          <GoogleCheck source={overview.source} />
        </div>
      </>
    )}
  </WithOverview>
)

interface WithOverviewProps {
  /** The page's address, for signing in again. */
  next: string
  /** A narrow and a wide column. */
  children: (overview: Overview) => ReactNode
}

/** A tab that shows the state of the server once it is loaded. */
function WithOverview({ next, children }: WithOverviewProps) {
  const trpc = useTRPC()
  const { data, error, refetch, isPending } = useQuery(
    trpc.operator.overview.queryOptions(undefined, { refetchInterval: refetchMs }),
  )
  // Old figures must not be mistaken for current ones.
  if (error) return <CallProblem error={error} next={next} onRetry={() => void refetch()} />
  return (
    <div aria-busy={isPending} className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]">
      {data ? children(data) : <Pending />}
    </div>
  )
}

/** The skeleton shown while the page loads. */
const Pending = () => (
  <>
    <AnswerCard aria-hidden="true">
      <div className="h-7 w-2/5 rounded-xs bg-sunk" />
      <div className="mt-5 h-32 rounded-md bg-sunk" />
    </AnswerCard>
    <Card aria-hidden="true" className="p-6">
      <div className="h-7 w-2/5 rounded-xs bg-sunk" />
      <div className="mt-5 h-80 rounded-md bg-sunk" />
    </Card>
  </>
)
