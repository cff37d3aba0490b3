'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { StepProblem } from '@/components/problem/step-problem'
import { useTRPC } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { SteadyLabel } from '@/components/ui/steady-label'
import type { Plan } from '@/server/access/plans'
import type { PlanStep } from './plan-step'

interface ChoosePlanProps {
  plan: Plan
  step: PlanStep & { action: string }
  look: 'primary' | 'plain'
}

/** Switches the account to a plan, through the checkout where it has to be paid for, then on to the keys. */
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
  const act = () => {
    if (!busy) choose.mutate({ plan: plan.id })
  }
  const problem = <StepProblem error={choose.error} />
  const label = <SteadyLabel labels={[step.action, 'One moment']} shown={busy ? 'One moment' : step.action} />
  return (
    <>
      <Button look={look} busy={busy} className="min-h-12 w-full" onClick={step.ask ? () => setAsking(true) : act}>
        {label}
      </Button>
      {!asking && problem}
      {asking && (
        <Dialog title={`${step.action}?`} description={step.ask} onClose={() => setAsking(false)}>
          <div className="mt-5 grid gap-5">
            {problem}
            <DialogActions dismiss="Cancel">
              <Button look="primary" busy={busy} onClick={act}>
                {label}
              </Button>
            </DialogActions>
          </div>
        </Dialog>
      )}
    </>
  )
}
