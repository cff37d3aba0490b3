import { Button } from '@/components/ui/button'
import { SteadyLabel } from '@/components/ui/steady-label'
import { type LookupsLeft, leftWords } from './lookups-left'

interface FormFootProps {
  /** Where the reader's lookups stand; its place is kept until that is known. */
  left: LookupsLeft | null
  busy: boolean
  /** What the button does: "Look up". */
  action: string
  /** The same while it is being done: "Looking up". */
  doing: string
}

/** The last line of a form: how many lookups are left, and the button that spends one. */
export function FormFoot({ left, busy, action, doing }: FormFootProps) {
  return (
    <div className="flex items-center justify-between gap-4">
      <p className={`text-sm ${left?.remaining === 0 ? 'font-medium text-limit' : 'text-soft'}`}>
        {left && leftWords(left)}
      </p>
      <Button look="primary" type="submit" busy={busy} className="shrink-0">
        <SteadyLabel labels={[action, doing]} shown={busy ? doing : action} />
      </Button>
    </div>
  )
}
