'use client'

import * as Radix from 'radix-ui/dropdown-menu'
import { useRef } from 'react'
import { buttonClasses } from '@/components/ui/button'
import { ChevronIcon } from '@/components/ui/icons'
import type { Account } from './use-accounts'

/** What can be done with an account. */
export type Step = 'plan' | 'suspend'

interface AccountMenuProps {
  account: Account
  onStep: (step: Step) => void
}

/** The menu of a row. What is picked begins once the menu has closed and its button has the focus, to which a dialog returns it. */
export function AccountMenu({ account: { email, suspended }, onStep }: AccountMenuProps) {
  const picked = useRef<Step | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const begin = (event: Event) => {
    event.preventDefault()
    button.current?.focus()
    const step = picked.current
    picked.current = null
    if (step) onStep(step)
  }
  const item = (step: Step, words: string) => (
    <Radix.Item
      onSelect={() => {
        picked.current = step
      }}
      className="flex min-h-10 cursor-pointer items-center rounded-md px-3 text-sm font-medium outline-none data-highlighted:bg-sunk"
    >
      {words}
    </Radix.Item>
  )
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger ref={button} aria-label={`Change ${email}`} className={buttonClasses()}>
        Change
        <ChevronIcon />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={6}
          onCloseAutoFocus={begin}
          className="z-10 min-w-44 rounded-lg border border-edge bg-sheet p-1.5 shadow-card"
        >
          {item('plan', 'Change plan')}
          {item('suspend', suspended === null ? 'Suspend' : 'Resume')}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
