import { type LookupsLeft, leftWords } from '@/components/quota/lookups-left'
import { Button } from '@/components/ui/button'
import { SteadyLabel } from '@/components/ui/steady-label'
import { useLoaded } from '@/components/ui/use-loaded'

/** Loaded only if hardly any lookups are left. */
const load = () => import('./few-left')

interface FormFootProps {
  /** How many lookups are left; null until it is known, and until then its place stays empty. */
  left: LookupsLeft | null
  busy: boolean
  /** The label of the button: "Look up". */
  action: string
  /** Its label while busy: "Looking up". */
  busyLabel: string
  /** What the button does if no lookups are left; null, the default, for nothing. */
  withoutLookup?: string | null
}

/** The last line of a form: how many lookups are left and the button that uses one. If none are left, says when more come. */
export function FormFoot({ left, busy, action, busyLabel, withoutLookup = null }: FormFootProps) {
  const isUsedUp = left?.remaining === 0
  const isLow = left !== null && (isUsedUp || (left.of === 'page-session' && left.remaining === 1))
  const few = useLoaded(isLow ? load : null)
  return (
    <>
      <div className="flex min-h-10 items-center justify-between gap-4">
        <p className={`text-sm ${isUsedUp ? 'font-medium text-limit' : 'text-soft'}`}>{left && leftWords(left)}</p>
        {(!isUsedUp || busy) && (
          <Button look="primary" type="submit" busy={busy} className="shrink-0">
            <SteadyLabel labels={[action, busyLabel]} shown={busy ? busyLabel : action} />
          </Button>
        )}
        {isUsedUp && !busy && withoutLookup && (
          <Button type="submit" className="shrink-0">
            {withoutLookup}
          </Button>
        )}
      </div>
      {isLow && few && <few.FewLeft left={left} />}
    </>
  )
}
