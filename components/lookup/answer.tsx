import type { ReactNode } from 'react'
import {
  canRetry,
  isInputProblem,
  isQuotaProblem,
  type ShownProblem,
  shownProblem,
} from '@/components/problems/problem'
import { ProblemCard } from '@/components/problems/problem-card'
import type { LookupsLeft } from '@/components/quota/lookups-left'
import { PlanOffer } from '@/components/quota/plan-offer'
import { Button } from '@/components/ui/button'
import { AnswerCard } from '@/components/ui/card'
import type { CallState } from './call'

interface AnswerProps<Data> {
  call: CallState<Data>
  /** How many lookups are left; null until known. */
  left: LookupsLeft | null
  onRetry: () => void
  /** Focuses the box. */
  onChangeInput: () => void
}

interface AnswerStates<Data> {
  /** Before the first call. */
  empty: ReactNode
  /** While a call is pending. */
  pending: ReactNode
  /** More about a problem; empty if nothing. */
  more?: string
  /** Shown beside the problem: what is known despite the failure. */
  fallback?: ReactNode
  /** More ways to deal with a problem. */
  alternative?: (problem: ShownProblem) => ReactNode
  children: (data: Data) => ReactNode
}

/** A call's result in each of its states: not called yet, pending, failed, succeeded. */
export function Answer<Data>(props: AnswerProps<Data> & AnswerStates<Data>) {
  const { call, left, onRetry, onChangeInput, empty, pending, more, fallback, alternative, children } = props
  if (call.status === 'pending') return pending
  if (call.error) {
    const problem = shownProblem(call.error)
    const isLimit = isQuotaProblem(problem)
    const card = (
      <ProblemCard problem={problem} more={more} resetSeconds={left?.resetSeconds}>
        {canRetry(problem) && <Button onClick={onRetry}>Try again</Button>}
        {isInputProblem(problem) && <Button onClick={onChangeInput}>Edit the text</Button>}
        {alternative?.(problem)}
        {isLimit && <PlanOffer left={left} look={left?.remaining === 0 ? 'plain' : 'primary'} />}
      </ProblemCard>
    )
    // A retry may still return the whole result. Over a limit, only the identifiers are available.
    return (
      <div className="grid gap-4">
        {isLimit && fallback}
        {card}
        {!isLimit && fallback}
      </div>
    )
  }
  return call.data === undefined ? empty : children(call.data)
}

interface EmptyCardProps {
  title: string
  detail: string
  /** The fields that a result will have. */
  fields?: readonly string[]
}

/** Placeholder for a result: shows what will appear here, and how to get it. */
export function EmptyCard({ title, detail, fields = [] }: EmptyCardProps) {
  return (
    <AnswerCard>
      <h2 className="text-title font-semibold">{title}</h2>
      <p className="mt-2 mb-5 max-w-[30rem] text-soft">{detail}</p>
      <ul>
        {fields.map((field) => (
          <li key={field} className="flex items-baseline gap-3 border-t border-rule py-3 text-sm font-medium">
            {field}
            <span aria-hidden="true" className="flex-1 border-b border-dotted border-edge" />
          </li>
        ))}
      </ul>
    </AnswerCard>
  )
}
