import type { KeyboardEvent } from 'react'
import { type LookupsLeft, leftWords } from '@/components/quota/lookups-left'
import { Button, SteadyLabel } from '@/components/ui/button'
import { useLoaded } from '@/components/ui/loading'

/** Loaded only if few lookups are left. */
const load = () => import('./few-left')

interface FormFootProps {
  /** How many lookups are left; null until known, which leaves its space empty. */
  left: LookupsLeft | null
  busy: boolean
  /** The label of the button: "Look up". */
  action: string
  /** The button's label while busy: "Looking up". */
  busyLabel: string
  /** The button's action if no lookups are left; null (the default) if none. */
  withoutLookup?: string | null
}

/**
 * The last line of a form: how many lookups are left and the button that uses one. If none are left, shows when they
 * reset.
 */
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

/** A box's label, with the key that focuses it. */
export function BoxLabel({ children }: { children: string }) {
  return (
    <span className="flex items-baseline justify-between gap-2">
      {children}
      <kbd className="rounded-xs border border-rule px-1.5 font-mono text-xs font-normal text-soft pointer-coarse:hidden">
        /
      </kbd>
    </span>
  )
}

type Box = HTMLInputElement | HTMLTextAreaElement

/** Enter submits; Escape empties the box, or leaves it when it is empty. */
export function boxKeys(empty: () => void) {
  return (event: KeyboardEvent<Box>) => {
    const box = event.currentTarget
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      box.form?.requestSubmit()
    }
    if (event.key === 'Escape') {
      if (box.value === '') box.blur()
      else empty()
    }
  }
}
