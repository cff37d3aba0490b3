import { untilWords } from '@/components/problem/until'
import { type LookupsLeft, leftWords } from '@/components/quota/lookups-left'
import { useAccountOffer } from '@/components/quota/use-account-offer'
import { Button, buttonClasses } from '@/components/ui/button'
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

/** The last line of a form: how many lookups are left, and the button that uses one; with none left, when there will be more. */
export function FormFoot({ left, busy, action, busyLabel }: FormFootProps) {
  const accountOffer = useAccountOffer()
  const isVisitor = left?.of === 'page-session'
  const isUsedUp = left?.remaining === 0
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        <p className={`text-sm ${isUsedUp ? 'font-medium text-limit' : 'text-soft'}`}>{left && leftWords(left)}</p>
        {(!isUsedUp || busy) && (
          <Button look="primary" type="submit" busy={busy} className="shrink-0">
            <SteadyLabel labels={[action, busyLabel]} shown={busy ? busyLabel : action} />
          </Button>
        )}
      </div>
      {isUsedUp && (
        <div className="grid justify-items-start gap-3">
          <p className="text-sm text-soft">More {untilWords(left.resetSeconds * 1000, Date.now())}.</p>
          <a href={isVisitor ? '/sign-up' : '/pricing'} className={buttonClasses('primary')}>
            {isVisitor ? accountOffer : 'Compare plans'}
          </a>
        </div>
      )}
      {isVisitor && left.remaining === 1 && (
        <p className="text-sm text-soft">
          Need more?{' '}
          <a
            href="/sign-up"
            className="font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
          >
            {accountOffer}
          </a>
        </p>
      )}
    </>
  )
}
