'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionProblem } from '@/components/problems/action-problem'
import { useTRPC } from '@/components/trpc/client'
import { Button, SteadyLabel } from '@/components/ui/button'

const labels = ['Manage billing', 'Opening the billing portal'] as const

/** Opens Stripe's customer portal. */
export function PortalButton() {
  const trpc = useTRPC()
  const [gone, setGone] = useState<'leaving' | 'nothing' | null>(null)
  const portal = useMutation(
    trpc.plans.portal.mutationOptions({
      onSuccess: ({ url }) => {
        setGone(url ? 'leaving' : 'nothing')
        if (url) location.assign(url)
      },
    }),
  )
  const busy = portal.isPending || gone === 'leaving'
  return (
    <div className="grid justify-items-start gap-2">
      <Button busy={busy} onClick={() => portal.mutate()}>
        <SteadyLabel labels={labels} shown={labels[busy ? 1 : 0]} />
      </Button>
      <ActionProblem error={portal.error} />
      {gone === 'nothing' && (
        <p role="status" className="text-sm text-soft">
          No invoices yet.
        </p>
      )}
    </div>
  )
}
