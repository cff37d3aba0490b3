'use client'

import { useEffect, useState } from 'react'
import { formatNumber } from '@/components/format/number'
import { Check, type CheckState } from './checks'

/** How often the API is asked while the page is visible. */
const everyMs = 30_000

interface Answer {
  state: CheckState
  words: string
}

/** Asks the API from the visitor's own browser whether it can serve calls. */
export function ApiCheck() {
  const [answer, setAnswer] = useState<Answer>({ state: 'idle', words: 'Being checked from your browser' })
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

async function ask(): Promise<Answer> {
  const started = performance.now()
  try {
    const { ok } = await fetch('/api/health/ready', { cache: 'no-store' })
    if (!ok) return { state: 'down', words: 'Not taking calls' }
    const ms = formatNumber(Math.max(1, Math.round(performance.now() - started)))
    return { state: 'up', words: `Answered your browser in ${ms} ms` }
  } catch {
    return { state: 'down', words: 'No answer to your browser' }
  }
}
