'use client'

import { useMutation } from '@tanstack/react-query'
import { ActionProblem } from '@/components/problem/action-problem'
import { useTRPC } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { download } from '@/components/ui/download'
import { SteadyLabel } from '@/components/ui/steady-label'

const labels = ['Download your data', 'Preparing'] as const

/** Saves everything that the server keeps about the account as a file. */
export function AccountCopy() {
  const trpc = useTRPC()
  const copy = useMutation(
    trpc.account.copy.mutationOptions({
      onSuccess: (data) => {
        const text = `${JSON.stringify(data, null, 2)}\n`
        download(`pinref-account-${data.copied.slice(0, 10)}.json`, new Blob([text], { type: 'application/json' }))
      },
    }),
  )
  return (
    <>
      <p>
        Everything we keep about this account, in one JSON file: how you sign in, your plan, keys, usage, batches,
        callbacks and recent lookups. Passwords and the keys themselves are not included.
      </p>
      <Button className="justify-self-start" busy={copy.isPending} onClick={() => copy.mutate()}>
        <SteadyLabel labels={labels} shown={labels[copy.isPending ? 1 : 0]} />
      </Button>
      <ActionProblem error={copy.error} />
    </>
  )
}
