import { Button } from '@/components/ui/button'
import { SteadyLabel } from '@/components/ui/steady-label'
import type { Calls } from './use-calls'

interface FormFootProps {
  /** Where the visitor's free lookups stand; its place is kept until that is known. */
  free: Calls['free']
  busy: boolean
  /** What the button does: "Look up". */
  action: string
  /** The same while it is being done: "Looking up". */
  doing: string
}

/** The last line of a form: how many free lookups are left, and the button that spends one. */
export function FormFoot({ free, busy, action, doing }: FormFootProps) {
  return (
    <div className="flex items-center justify-between gap-4">
      <p className={`text-sm ${free?.remaining === 0 ? 'font-medium text-limit' : 'text-soft'}`}>
        {free && `${free.remaining} of ${free.limit} free lookups left today`}
      </p>
      <Button look="primary" type="submit" busy={busy} className="shrink-0">
        <SteadyLabel labels={[action, doing]} shown={busy ? doing : action} />
      </Button>
    </div>
  )
}
