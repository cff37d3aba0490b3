'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallProblem } from '@/components/problems/problem-card'
import { useTRPC } from '@/components/trpc/client'
import { AnswerCard, Card } from '@/components/ui/card'
import { CheckIcon } from '@/components/ui/icons'
import { GoogleCheck } from './google-check'
import { GoogleCost } from './google-cost'
import { checkWords, laneWords, type Overview, refetchMs, runningWords, watchlistWords } from './overview-words'

/** The server's health, Google's cost against its caps, and what the Google key can do. */
export function OperatorOverview() {
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
          <Health overview={data} />
          <div className="grid min-w-0 gap-6">
            <GoogleCost overview={data} />
            <GoogleCheck source={data.source} />
          </div>
        </>
      ) : (
        <Pending />
      )}
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

const laneNames = { batches: 'Batch jobs', callbacks: 'Callback jobs', watches: 'Watch jobs' } as const

const sources = { places: 'Google Places', sample: 'Sample listings' } as const

/** The server's state. The data comes from the store, so if this is shown, the store is up. */
function Health({ overview }: { overview: Overview }) {
  const { source, hints, storeMs, storeWarnings, storePolicy, startedSeconds, queue, watching } = overview
  return (
    <AnswerCard aria-label="Health">
      <h2 className="mb-3 text-title font-semibold">Health</h2>
      <dl className="text-sm">
        <Line name="Store">
          <span className="flex items-center gap-1.5">
            <span className="text-done">
              <CheckIcon />
            </span>
            Responds in {storeMs < 1 ? 'less than 1' : storeMs} ms
          </span>
        </Line>
        <Line name="Store settings">{policyWords(storePolicy)}</Line>
        <Line name="Listings">{sources[source]}</Line>
        <Line name="This process">up for {runningWords(startedSeconds, Date.now())}</Line>
        {queue.map((lane) => (
          <Line key={lane.name} name={laneNames[lane.name]}>
            {laneWords(lane)}
          </Line>
        ))}
        <Line name="Watchlists">{watchlistWords(watching, Date.now())}</Line>
        {watching.isOn && source === 'places' && <Line name="Checks">{checkWords(watching)}</Line>}
      </dl>
      {storeWarnings.length > 0 && (
        <ul aria-label="Warnings" className="mt-2 grid gap-2 border-t border-rule pt-3 text-sm text-limit">
          {storeWarnings.map((warning) => (
            <li key={warning} className="[overflow-wrap:anywhere]">
              {warning}
            </li>
          ))}
        </ul>
      )}
      {hints.length > 0 && (
        <ul aria-label="Setup" className="mt-2 grid gap-2 border-t border-rule pt-3 text-sm text-soft">
          {hints.map((hint) => (
            <li key={hint} className="[overflow-wrap:anywhere]">
              {hint}
            </li>
          ))}
        </ul>
      )}
    </AnswerCard>
  )
}

/** A managed store may not report its settings. */
function policyWords({ eviction, appendOnly }: Overview['storePolicy']): string {
  const file = appendOnly === null ? 'append-only file unknown' : `append-only file ${appendOnly ? 'on' : 'off'}`
  return `${eviction ?? 'Eviction unknown'}, ${file}`
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[7rem_1fr] gap-x-3 border-t border-rule py-2.5">
    <dt className="font-medium">{name}</dt>
    <dd>{children}</dd>
  </div>
)
