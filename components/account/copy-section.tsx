'use client'

import { useMutation } from '@tanstack/react-query'
import { StepProblem } from '@/components/problem/step-problem'
import { useTRPC } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { download } from '@/components/ui/download'
import { SteadyLabel } from '@/components/ui/steady-label'

const labels = ['Download your data', 'Putting it together'] as const

/** Saves everything that is kept of the account as a file. */
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
        Everything that is kept of this account, as one JSON file: how you sign in, your plan, your keys and your usage.
        Passwords and keys themselves are not in it.
      </p>
      <Button className="justify-self-start" busy={copy.isPending} onClick={() => copy.mutate()}>
        <SteadyLabel labels={labels} shown={labels[copy.isPending ? 1 : 0]} />
      </Button>
      <StepProblem error={copy.error} />
    </>
  )
}
