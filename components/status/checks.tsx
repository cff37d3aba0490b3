import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'

export type CheckState = 'up' | 'down' | 'idle'

interface CheckProps {
  name: string
  state: CheckState
  children: ReactNode
}

/** One line of the live checks. */
export const Check = ({ name, state, children }: CheckProps) => (
  <div className="flex flex-wrap items-baseline gap-x-6 gap-y-0.5 border-t border-rule py-3">
    <dt className="flex w-52 items-baseline gap-2.5 font-medium">
      <span aria-hidden="true" className={classNames('size-2.5 rounded-full', dots[state])} />
      {name}
    </dt>
    <dd className="min-w-0 flex-1 basis-64 text-soft">{children}</dd>
  </div>
)

const dots: Record<CheckState, string> = { up: 'bg-done', down: 'bg-ink', idle: 'border border-edge' }
