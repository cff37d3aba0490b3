'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTRPC } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { SteadyLabel } from '@/components/ui/steady-label'
import type { Plan } from '@/server/access/plans'
import { PlanDialog } from './plan-dialog'
import type { PlanStep } from './plan-step'

export interface ChoosePlanProps {
  plan: Plan
  step: PlanStep & { action: string }
  look: 'primary' | 'plain'
}

/** Switches the account to a plan after confirmation, through the checkout if it has to be paid for, then leads to the keys. */
export function ChoosePlan({ plan, step, look }: ChoosePlanProps) {
  const [asking, setAsking] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const router = useRouter()
  const trpc = useTRPC()
  const choose = useMutation(
    trpc.plans.choose.mutationOptions({
      onSuccess: ({ url }) => {
        const onward = url ?? (step.grants ? `/keys?welcome=${plan.id}` : null)
        if (onward) {
          setLeaving(true)
          location.assign(onward)
          return
        }
        setAsking(false)
        router.refresh()
      },
    }),
  )
  const busy = choose.isPending || leaving
  const ask = () => {
    choose.reset()
    setAsking(true)
  }
  return (
    <>
      <Button look={look} busy={busy} className="min-h-12 w-full" onClick={ask}>
        <SteadyLabel labels={[step.action, 'One moment']} shown={busy ? 'One moment' : step.action} />
      </Button>
      {asking && (
        <PlanDialog
          plan={plan}
          step={step}
          busy={busy}
          error={choose.error}
          onChoose={() => busy || choose.mutate({ plan: plan.id })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
