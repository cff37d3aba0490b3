'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { formatNumber } from '@/components/format/number'
import { classNames } from '@/components/ui/class-names'

/** How often the API is checked while the page is visible. */
const everyMs = 30_000

interface ReadyResponse {
  state: CheckState
  words: string
}

/** Checks from the visitor's own browser whether the API can serve calls. */
export function ApiCheck() {
  const [answer, setAnswer] = useState<ReadyResponse>({ state: 'idle', words: 'Checking from your browser' })
  useEffect(() => {
    const check = () => {
      if (!document.hidden) void ask().then(setAnswer)
    }
    check()
    const timer = setInterval(check, everyMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <Check name="API" state={answer.state}>
      <span aria-live="polite">{answer.words}</span>
    </Check>
  )
}

async function ask(): Promise<ReadyResponse> {
  const started = performance.now()
  try {
    const response = await fetch('/api/health/ready', { cache: 'no-store' })
    // Until the body is read, the browser keeps the connection busy.
    await response.text()
    if (!response.ok) return { state: 'down', words: 'Not accepting calls' }
    const ms = formatNumber(Math.max(1, Math.round(performance.now() - started)))
    return { state: 'up', words: `Responded to your browser in ${ms} ms` }
  } catch {
    return { state: 'down', words: 'No response to your browser' }
  }
}

type CheckState = 'up' | 'down' | 'idle'

interface CheckProps {
  name: string
  state: CheckState
  children: ReactNode
}

/** A line of the live checks. */
export const Check = ({ name, state, children }: CheckProps) => (
  <div className="flex flex-wrap items-baseline gap-x-6 gap-y-0.5 border-t border-rule py-3">
    <dt className="flex w-52 items-baseline gap-2.5 font-medium">
      <span aria-hidden="true" className={classNames('size-2.5 shrink-0 rounded-full', dots[state])} />
      {name}
    </dt>
    <dd className="min-w-0 flex-1 basis-64 text-soft">{children}</dd>
  </div>
)

const dots: Record<CheckState, string> = { up: 'bg-done', down: 'bg-ink', idle: 'border border-edge' }
