'use client'

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '@/components/ui/class-names'

interface MenuProps {
  /** The content of the button that opens it. */
  button: ReactNode
  /** The style of the button. */
  buttonClass: string
  /** Where its entries appear: below the button, or above one at the bottom of the screen. */
  opens?: 'down' | 'up'
  className?: string
  /** Its entries. They receive a function that closes it. */
  children: (close: () => void) => ReactNode
}

/** A menu of links. It opens without JavaScript too. Escape or a click elsewhere closes it; arrow keys move between entries. */
export function Menu({ button, buttonClass, opens = 'down', className, children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const close = () => details.current?.removeAttribute('open')

  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !details.current?.contains(target)) details.current?.removeAttribute('open')
    }
    const events = ['pointerdown', 'focusin'] as const
    for (const event of events) document.addEventListener(event, closeOutside)
    return () => {
      for (const event of events) document.removeEventListener(event, closeOutside)
    }
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    const { current } = details
    if (!current?.open) return
    if (event.key === 'Escape') {
      close()
      current.querySelector('summary')?.focus()
    } else if (event.key in steps && !(event.target instanceof HTMLInputElement)) {
      event.preventDefault()
      const entries = [...current.querySelectorAll<HTMLElement>('a, button')]
      const at = entries.indexOf(document.activeElement as HTMLElement)
      // From the button itself, Up goes to the last.
      const next = Math.max(at, event.key === 'ArrowUp' ? 0 : -1) + (steps[event.key] ?? 0)
      entries.at(next % entries.length)?.focus()
    }
  }

  return (
    <details ref={details} onKeyDown={onKeyDown} className={classNames('group relative', className)}>
      <summary className={classNames('list-none [&::-webkit-details-marker]:hidden', buttonClass)}>{button}</summary>
      <div
        className={classNames(
          'absolute z-20 w-60 rounded-lg border border-edge bg-sheet p-1.5 shadow-card',
          opens === 'down' ? 'end-0 top-full mt-2' : 'bottom-full mb-2 max-lg:end-2 lg:start-0',
        )}
      >
        {children(close)}
      </div>
    </details>
  )
}

/** How many entries an arrow key moves by. */
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
