import type { ReactNode } from 'react'
import { canRetry, isInputProblem, type ToldProblem, toldProblem } from '@/components/problem/problem'
import { ProblemCard } from '@/components/problem/problem-card'
import type { CallError } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { isLimit } from './limit'
import type { LookupsLeft } from './lookups-left'
import { PlanOffer } from './plan-offer'

/** A call, as far as its answer is concerned. */
export interface Call<Data> {
  status: 'idle' | 'pending' | 'error' | 'success'
  data: Data | undefined
  error: CallError | null
}

/** What the answers of all three operations need. */
export interface AnswerProps<Data> {
  call: Call<Data>
  /** Where the reader's lookups stand; null until it is known. */
  left: LookupsLeft | null
  /** Makes the same call once more. */
  onRetry: () => void
  /** Leads back to the box. */
  onChangeInput: () => void
}

interface AnswerFaces<Data> {
  /** Before the first call. */
  empty: ReactNode
  /** While a call is under way. */
  pending: ReactNode
  /** What else can be done about a problem. */
  otherWay?: (problem: ToldProblem) => ReactNode
  children: (data: Data) => ReactNode
}

/** Where a call's answer stands: one of four states, each with its own face. */
export function Answer<Data>(props: AnswerProps<Data> & AnswerFaces<Data>) {
  const { call, left, onRetry, onChangeInput, empty, pending, otherWay, children } = props
  if (call.status === 'pending') return pending
  if (call.error) {
    const problem = toldProblem(call.error)
    return (
      <ProblemCard problem={problem} resetSeconds={left?.resetSeconds}>
        {canRetry(problem) && <Button onClick={onRetry}>Try again</Button>}
        {isInputProblem(problem) && <Button onClick={onChangeInput}>Change the text</Button>}
        {otherWay?.(problem)}
        {isLimit(problem) && <PlanOffer left={left} />}
      </ProblemCard>
    )
  }
  return call.data === undefined ? empty : children(call.data)
}

/** The same state in words, for those who do not see it. */
export function saidOf<Data>({ status, data, error }: Call<Data>, success: (data: Data) => string): string {
  if (status === 'pending') return 'Looking it up'
  if (error) {
    const { title, detail } = toldProblem(error)
    return `${title}. ${detail}`
  }
  return data === undefined ? '' : success(data)
}
