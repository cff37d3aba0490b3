'use client'

import { useQuery } from '@tanstack/react-query'
import { CallProblem } from '@/components/problem/call-problem'
import { useTRPC } from '@/components/trpc/client'
import { AnswerCard, Card } from '@/components/ui/card'
import { GoogleCheck } from './google-check'
import { Health } from './health'
import { MonthCard } from './month-card'
import { SpendingTable, SpendingTotals } from './spending'
import { refetchMs } from './spending-words'

/** The server's health and its spending. */
export function OperatorPage() {
  const trpc = useTRPC()
  const { data, error, refetch, isPending } = useQuery(
    trpc.operator.overview.queryOptions(undefined, { refetchInterval: refetchMs }),
  )
  // Old figures must not be mistaken for current ones.
  if (error) return <CallProblem error={error} next="/operator" onRetry={() => void refetch()} />
  return (
    <div aria-busy={isPending} className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]">
      {data ? (
        <>
          <div className="grid min-w-0 gap-6">
            <Health overview={data} />
            <SpendingTotals overview={data} />
          </div>
          <div className="grid min-w-0 gap-6">
            <MonthCard />
            <SpendingTable overview={data} />
            <GoogleCheck source={data.source} />
          </div>
        </>
      ) : (
        <Pending />
      )}
    </div>
  )
}

/** The shape of the page while it loads. */
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
