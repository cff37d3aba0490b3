'use client'

import * as Radix from 'radix-ui/dropdown-menu'
import { type ReactNode, useRef } from 'react'
import { buttonClasses } from './button'
import { classNames } from './class-names'

interface RowMenuProps<Action extends string> {
  /** For screen readers: what the menu changes. */
  label: string
  /** The actions and their labels; `danger` if an action is destructive. */
  actions: ReadonlyArray<readonly [action: Action, words: string, tone?: 'danger']>
  onAction: (action: Action) => void
  className?: string
  /** The button's content. */
  children: ReactNode
}

/**
 * A row's menu. A selected action starts once the menu has closed and its button has the focus, so a dialog returns the
 * focus there when it closes.
 */
export function RowMenu<Action extends string>({
  label,
  actions,
  onAction,
  className,
  children,
}: RowMenuProps<Action>) {
  const picked = useRef<Action | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const begin = (event: Event) => {
    event.preventDefault()
    button.current?.focus()
    const action = picked.current
    picked.current = null
    if (action) onAction(action)
  }
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger ref={button} aria-label={label} className={classNames(buttonClasses(), className)}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={6}
          onCloseAutoFocus={begin}
          className="z-10 min-w-44 rounded-lg border border-edge bg-sheet p-1.5 shadow-card"
        >
          {actions.map(([action, words, tone]) => (
            <Radix.Item
              key={action}
              onSelect={() => {
                picked.current = action
              }}
              className={classNames(
                'flex min-h-10 cursor-pointer items-center rounded-md px-3 text-sm font-medium outline-none data-highlighted:bg-sunk',
                tone === 'danger' && 'text-danger',
              )}
            >
              {words}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
