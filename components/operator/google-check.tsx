'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCents } from '@/components/format/money'
import { ActionProblem } from '@/components/problems/action-problem'
import { type Outputs, useTRPC } from '@/components/trpc/client'
import { Button, SteadyLabel } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { FactTable } from '@/components/ui/fact-table'
import { allCostCents, capabilities, costWords, outcomes } from '@/server/places/sources/google/capabilities'
import type { Overview } from './overview-words'

const labels = ['Check the Google key', 'Checking'] as const

/** Shows what the Google key can do, and a button that checks it. In sample mode, shows that there is no key. */
export const GoogleCheck = ({ source }: Pick<Overview, 'source'>) => (
  <Card className="min-w-0 p-4 sm:p-6">
    <section aria-labelledby="google-title">
      <h2 id="google-title" className="text-title font-semibold">
        What the Google key can do
      </h2>
      {source === 'places' ? (
        <Checked />
      ) : (
        <p className="mt-3 text-soft">
          There is no Google key to check. Set <code className="font-mono text-[0.8125rem]">GOOGLE_MAPS_API_KEY</code>.
        </p>
      )}
    </section>
  </Card>
)

function Checked() {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)
  const { data } = useQuery(trpc.operator.googleCheck.queryOptions())
  const check = useMutation(
    trpc.operator.checkGoogle.mutationOptions({
      onSuccess: (report) => {
        queries.setQueryData(trpc.operator.googleCheck.queryKey(), report)
        // The check made calls.
        return queries.invalidateQueries(trpc.operator.overview.queryFilter())
      },
    }),
  )
  const begin = (mayCost: boolean) => {
    setAsks(false)
    check.mutate({ mayCost })
  }
  return (
    <>
      {data && <Report report={data} />}
      <p className="mt-4 text-sm text-soft">
        {data
          ? `Checked ${whenWords(data.checkedSeconds)}. Lookups try working calls first.`
          : 'Not checked yet. A check tries each kind of call that lookups make. Lookups then use the calls that work.'}
      </p>
      <div className="mt-4 grid justify-items-start gap-2">
        <Button busy={check.isPending} onClick={() => setAsks(true)}>
          <SteadyLabel labels={labels} shown={labels[check.isPending ? 1 : 0]} />
        </Button>
        <ActionProblem error={check.error} />
      </div>
      {asks && <CheckDialog onBegin={begin} onClose={() => setAsks(false)} />}
    </>
  )
}

const Report = ({ report: { results } }: { report: CheckReport }) => (
  <FactTable
    caption="Checks of the Google key and their results"
    columns={['Check', 'Result', 'Cost']}
    rows={results.map(({ capability, outcome, reason }) => ({
      key: capability,
      cells: [
        capabilities[capability],
        <span key="result" className="[overflow-wrap:anywhere]">
          <span className={outcome === 'works' ? 'font-medium text-done' : 'font-medium'}>{outcomes[outcome]}</span>
          {reason && <span className="block text-soft">{reason}</span>}
        </span>,
        costWords(capability),
      ],
    }))}
  />
)

interface CheckDialogProps {
  /** @param mayCost whether to also make calls that Google may bill. */
  onBegin: (mayCost: boolean) => void
  onClose: () => void
}

/** Asks for confirmation before spending anything. */
const CheckDialog = ({ onBegin, onClose }: CheckDialogProps) => (
  <Dialog
    title="Check the Google key?"
    description={
      <p>
        All checks but one are free. Details (title, rating, and review count) cost up to {formatCents(allCostCents)}{' '}
        once this month’s 1,000 free calls are used.
      </p>
    }
    onClose={onClose}
  >
    <div className="mt-5">
      <DialogActions dismiss="Cancel">
        <Button className="min-h-12 px-5" onClick={() => onBegin(true)}>
          Run all checks
        </Button>
        <Button look="primary" onClick={() => onBegin(false)}>
          Run free checks
        </Button>
      </DialogActions>
    </div>
  </Dialog>
)

type CheckReport = NonNullable<Outputs['operator']['googleCheck']>

/** Formats a time: "on November 22, 2026 at 04:19 UTC". */
export function whenWords(seconds: number): string {
  const date = new Date(seconds * 1000)
  const day = date.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })
  return `on ${day} at ${date.toISOString().slice(11, 16)} UTC`
}
