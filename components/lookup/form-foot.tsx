import { type LookupsLeft, leftWords } from '@/components/quota/lookups-left'
import { Button } from '@/components/ui/button'
import { SteadyLabel } from '@/components/ui/steady-label'

interface FormFootProps {
  /** How many lookups are left; null until it is known, while its place stays empty. */
  left: LookupsLeft | null
  busy: boolean
  /** What the button does: "Look up". */
  action: string
  /** Its label while that is under way: "Looking up". */
  busyLabel: string
}

/** The last line of a form: how many lookups are left, and the button that uses one. */
export function FormFoot({ left, busy, action, busyLabel }: FormFootProps) {
  return (
    <div className="flex items-center justify-between gap-4">
      <p className={`text-sm ${left?.remaining === 0 ? 'font-medium text-limit' : 'text-soft'}`}>
        {left && leftWords(left)}
      </p>
      <Button look="primary" type="submit" busy={busy} className="shrink-0">
        <SteadyLabel labels={[action, busyLabel]} shown={busy ? busyLabel : action} />
      </Button>
    </div>
  )
}
