import { useMutation } from '@tanstack/react-query'
import { usePlans } from '@/components/plans/plans'
import { ActionProblem } from '@/components/problem/action-problem'
import type { CallError } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { download } from '@/components/ui/download'
import type { Plan } from '@/server/access/plans'
import { type Entry, entryRow, type ReadPage } from './entry'

/** The most events that one call returns. */
const most = 1_000

/** Saves every event that is kept as a file, newest first. */
export function ActivityDownload({ read, fileName }: { read: ReadPage; fileName: string }) {
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
  const { csvOf } = await import('@/server/runtime/csv')
  return new Blob([csvOf(entries.map((entry) => entryRow(entry, plans)))], { type: 'text/csv' })
}

const jsonFile = (entries: readonly Entry[]) =>
  new Blob([`${JSON.stringify(entries, null, 2)}\n`], { type: 'application/json' })
