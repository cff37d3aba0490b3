'use client'

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { canRetry, shownProblem } from '@/components/problems/problem'
import { useTRPC } from '@/components/trpc/client'
import { Button, SteadyLabel } from '@/components/ui/button'
import { Note } from '@/components/ui/note'

/** Shows which emails the link turns off, and turns them off without signing in. @param token from the email. */
export function UnsubscribeForm({ token }: { token: string }) {
  const digest = useQuery(useTRPC().watchlists.digest.queryOptions({ token }))
  const [state, setState] = useState<'ready' | 'sending' | 'done'>('ready')
  const [fault, setFault] = useState<string | null>(null)
  const done = useRef<HTMLDivElement>(null)
  // The focused button is gone.
  useEffect(() => {
    if (state === 'done') done.current?.focus()
  }, [state])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (state === 'sending') return
    setState('sending')
    setFault(null)
    const problem = await unsubscribe(token)
    setFault(problem)
    setState(problem === null ? 'done' : 'ready')
  }
  const { data, error } = digest
  if (error) {
    const problem = shownProblem(error)
    return (
      <div role="alert" className="grid gap-4">
        <Note tone="limit">{problem.code ? problem.detail : silence}</Note>
        {canRetry(problem) && <Button onClick={() => void digest.refetch()}>Try again</Button>}
      </div>
    )
  }
  if (!data) return <div aria-hidden="true" className="h-24 rounded-md bg-sunk" />
  const name = <strong className="font-medium [overflow-wrap:anywhere]">{data.name}</strong>
  if (state === 'done' || data.digest === 'off')
    return (
      <div ref={done} tabIndex={-1} role="status" className="outline-none">
        <Note tone="done">You no longer get emails about changes in {name}.</Note>
      </div>
    )
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-5">
      <p>
        You get {data.digest} emails about changes in {name}.
      </p>
      <div role="alert" className="empty:hidden">
        {fault && <Note tone="limit">{fault}</Note>}
      </div>
      <Button type="submit" look="primary" busy={state === 'sending'}>
        <SteadyLabel
          labels={['Stop these emails', 'Stopping']}
          shown={state === 'sending' ? 'Stopping' : 'Stop these emails'}
        />
      </Button>
    </form>
  )
}

const silence = 'No response. Check your connection, then try again.'

/** Returns why the emails could not be turned off; null if they are off now. */
async function unsubscribe(token: string): Promise<string | null> {
  try {
    const response = await fetch(`/api/unsubscribe?token=${encodeURIComponent(token)}`, { method: 'POST' })
    if (response.ok) return null
    const problem: { detail?: string } = await response.json()
    return problem.detail ?? silence
  } catch {
    return silence
  }
}
