'use client'

import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { LocalTime } from '@/components/format/local-time'
import { usePlans } from '@/components/pricing/plans'
import { ActionProblem } from '@/components/problems/action-problem'
import type { CallError } from '@/components/trpc/client'
import { Button, SteadyLabel } from '@/components/ui/button'
import { download } from '@/components/ui/download'
import type { AuditPage } from '@/server/features/audit/log'
import type { Plan } from '@/server/metering/access/limits'
import { accountWords, callerWords, type Entry, entryRow, eventWords, type ReadPage } from './event-words'

interface ActivityProps {
  first: AuditPage<Entry>
  read: ReadPage
  /** The file name, without its extension. */
  fileName: string
}

const labels = ['Show more', 'Loading'] as const

/** Events, newest first, loaded a page at a time. */
export function Activity({ first, read, fileName }: ActivityProps) {
  const [pages, setPages] = useState([first])
  const end = useRef<HTMLParagraphElement>(null)
  const next = pages.at(-1)?.next ?? null
  const more = useMutation<AuditPage<Entry>, CallError, string>({
    mutationFn: (cursor) => read({ cursor }),
    onSuccess: (page) => setPages((shown) => [...shown, page]),
  })
  const isAll = pages.length > 1 && next === null
  useEffect(() => {
    // The focused button is gone.
    if (isAll) end.current?.focus()
  }, [isAll])
  return (
    <>
      <ActivityLines entries={pages.flatMap(({ events }) => events)} />
      <p ref={end} role="status" tabIndex={-1} className="text-sm text-soft outline-none empty:hidden">
        {isAll && 'No older events are stored.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {next !== null && (
          <Button busy={more.isPending} onClick={() => more.mutate(next)}>
            <SteadyLabel labels={labels} shown={labels[more.isPending ? 1 : 0]} />
          </Button>
        )}
        <ActivityDownload read={read} fileName={fileName} />
      </div>
      <ActionProblem error={more.error} />
    </>
  )
}

/** Events, in order. */
export const ActivityLines = ({ entries }: { entries: readonly Entry[] }) => (
  <ol className="grid divide-y divide-rule border-y border-rule">
    {entries.map((entry) => (
      <Line key={entry.id} entry={entry} />
    ))}
  </ol>
)

function Line({ entry }: { entry: Entry }) {
  const { plans } = usePlans()
  const account = accountWords(entry)
  const details = [...(account === null ? [] : [account]), ...callerWords(entry)]
  return (
    <li className="grid gap-x-6 py-2.5 [overflow-wrap:anywhere] sm:grid-cols-[1fr_auto] sm:items-baseline">
      <p className="font-medium">{eventWords(entry, plans)}</p>
      <p className="whitespace-nowrap text-sm text-soft">
        <LocalTime at={entry.at} />
      </p>
      {details.length > 0 && <p className="text-sm text-soft sm:col-span-2">{details.join(' · ')}</p>}
    </li>
  )
}

/** The maximum number of events per call. */
const most = 1_000

/** Saves every stored event as a file, newest first. */
function ActivityDownload({ read, fileName }: { read: ReadPage; fileName: string }) {
  const { plans } = usePlans()
  const save = useMutation<void, CallError, 'csv' | 'json'>({
    mutationFn: async (kind) => {
      const entries = await readAll(read)
      download(`${fileName}.${kind}`, kind === 'csv' ? await csvFile(entries, plans) : jsonFile(entries))
    },
  })
  return (
    <>
      <Button busy={save.isPending} onClick={() => save.mutate('csv')}>
        Download CSV
      </Button>
      <Button busy={save.isPending} onClick={() => save.mutate('json')}>
        Download JSON
      </Button>
      <ActionProblem error={save.error} />
    </>
  )
}

async function readAll(read: ReadPage): Promise<Entry[]> {
  const entries: Entry[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = await read({ ...(cursor && { cursor }), count: most })
    entries.push(...page.events)
    cursor = page.next
  }
  return entries
}

async function csvFile(entries: readonly Entry[], plans: readonly Plan[]): Promise<Blob> {
  const { csvOf } = await import('@/server/platform/runtime/csv')
  return new Blob([csvOf(entries.map((entry) => entryRow(entry, plans)))], { type: 'text/csv' })
}

const jsonFile = (entries: readonly Entry[]) =>
  new Blob([`${JSON.stringify(entries, null, 2)}\n`], { type: 'application/json' })
