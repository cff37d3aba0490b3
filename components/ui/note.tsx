import type { ReactNode } from 'react'
import { CheckIcon } from './icons'
import { StrayIcon } from './part-icons'

/** A message with an icon: something that was done, or a limit or fault. */
export function Note({ tone, children }: { tone: 'done' | 'limit'; children: ReactNode }) {
  const isDone = tone === 'done'
  return (
    <div
      className={`flex gap-2.5 rounded-md border-l-4 px-3.5 py-3 ${isDone ? 'border-done bg-sunk' : 'border-limit bg-limit-wash'}`}
    >
      <span className={`mt-1 ${isDone ? 'text-done' : 'text-limit'}`}>{isDone ? <CheckIcon /> : <StrayIcon />}</span>
      <p className="min-w-0 [overflow-wrap:anywhere]">{children}</p>
    </div>
  )
}
