'use client'

import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useHome, useReadHome } from '@/components/home/use-home'
import { ActionProblem } from '@/components/problems/action-problem'
import { useTRPC } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { CloseIcon } from '@/components/ui/icons'
import { storedWords } from './kept-words'
import type { RecentLookup, StoredLookup } from './recent'

// The parts of the start page that only a signed-in user needs, loaded as one file.
export { Home } from '@/components/home/home'

/** The number shown at first. */
const few = 6

interface AccountLookupsProps {
  /** The lookups saved in this browser. */
  inBrowser: readonly RecentLookup[]
  onOpen: (stored: StoredLookup) => void
  /** Also clears the lookups saved in this browser. */
  onClear: () => void
  /** Shown if the list is empty. */
  suggestions: ReactNode
  /** Shown if the account's lookups could not be read. */
  instead: ReactNode
}

/** A signed-in user's lookups from any browser. Opening one uses no lookup. */
export function AccountLookups(props: AccountLookupsProps) {
  const { inBrowser, onOpen, onClear, suggestions, instead } = props
  const trpc = useTRPC()
  const { data, isPending } = useHome()
  const stored = data?.recent ?? null
  const thenRead = { onSettled: useReadHome() }
  const removal = useMutation(trpc.recent.remove.mutationOptions(thenRead))
  const clearing = useMutation(trpc.recent.clear.mutationOptions(thenRead))
  const [isLong, setIsLong] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const all = stored ?? []
  // A new attempt clears an earlier error. Focuses the heading, because the focused button disappears with its entry.
  const removing = (remove: () => void) => () => {
    removal.reset()
    clearing.reset()
    remove()
    title.current?.focus()
  }
  const shown = isLong ? all : all.slice(0, few)
  if (stored === null && !isPending) return instead
  return (
    <>
      <section
        aria-label="Recent lookups"
        aria-busy={stored === null}
        className="mt-4 rounded-lg border border-rule px-4 pt-2 pb-2.5"
      >
        <div className="flex min-h-9 items-center justify-between gap-3">
          <h2 ref={title} tabIndex={-1} className="text-sm font-semibold outline-none">
            Recent lookups
          </h2>
          {all.length > 0 && (
            <button
              type="button"
              onClick={removing(() => {
                clearing.mutate()
                onClear()
              })}
              className="min-h-9 rounded-md text-sm text-soft underline decoration-edge underline-offset-4 hover:text-ink"
            >
              Clear
            </button>
          )}
        </div>
        <p className="text-sm text-soft">
          {stored?.length === 0
            ? 'Your lookups, searches, and conversions appear here for 30 days.'
            : 'Saved to your account for 30 days, without names or ratings. Opening one doesn’t use a lookup.'}
        </p>
        <ActionProblem error={removal.error ?? clearing.error} />
        {stored === null && <div aria-hidden="true" className="mt-3 mb-1 h-40 rounded-md bg-sunk" />}
        <ul className="mt-1 divide-y divide-rule empty:hidden">
          {shown.map((entry) => {
            const { name, more } = storedWords(entry, inBrowser)
            return (
              <li key={entry.id} className="flex items-center gap-1">
                <button
                  type="button"
                  onClick={() => onOpen(entry)}
                  className="group min-h-12 min-w-0 flex-1 rounded-sm py-1.5 text-left"
                >
                  <span
                    className="block truncate text-sm font-medium underline-offset-4 group-hover:underline"
                    dir="auto"
                  >
                    {name}
                  </span>
                  <span className="block truncate text-xs text-soft">{more}</span>
                </button>
                <button
                  type="button"
                  aria-label={`Remove ${name}`}
                  onClick={removing(() => removal.mutate({ id: entry.id }))}
                  className="grid size-9 shrink-0 place-items-center rounded-md text-soft hover:text-ink"
                >
                  <CloseIcon />
                </button>
              </li>
            )
          })}
        </ul>
        {all.length > shown.length && (
          <Button className="mt-1.5 mb-1" onClick={() => setIsLong(true)}>
            Show all {all.length}
          </Button>
        )}
      </section>
      {stored?.length === 0 && suggestions}
    </>
  )
}
