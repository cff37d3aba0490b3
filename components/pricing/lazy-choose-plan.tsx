'use client'

import { lazy, Suspense } from 'react'
import { Button } from '@/components/ui/button'
import type { ChoosePlanProps } from './choose-plan'

const ChoosePlan = lazy(() => import('./choose-plan').then(({ ChoosePlan }) => ({ default: ChoosePlan })))

/** A plan's button. Visitors do not load the button's code. */
export const LazyChoosePlan = (props: ChoosePlanProps) => (
  <Suspense
    fallback={
      <Button look={props.look} className="min-h-12 w-full" busy>
        {props.step.action}
      </Button>
    }
  >
    <ChoosePlan {...props} />
  </Suspense>
)
