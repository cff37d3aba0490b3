import type { CallError } from '@/components/trpc/client'
import type { Problem } from '@/server/problem'

/** What a failed call tells its reader; only words where no answer came at all. */
export type ShownProblem = Pick<Problem, 'title' | 'detail'> & Partial<Problem>

/** The problem that the server named, or our own words for silence. */
export function shownProblem(error: CallError): ShownProblem {
  return (
    error.data?.problem ?? {
      title: 'No answer came back',
      detail: 'Check the connection, then try again. What you typed is still in the box.',
    }
  )
}

/** Whether another text is what helps. */
export const isInputProblem = ({ status }: ShownProblem) => status === 400

/** Whether the lookups are used up, so that only waiting or a larger plan helps. */
export const isQuotaProblem = ({ code }: Pick<ShownProblem, 'code'>) =>
  code === 'free_quota_exhausted' || code === 'monthly_quota_exhausted'

/** Whether the same call may well succeed later. */
export const canRetry = ({ status = 500, code }: ShownProblem) => status >= 500 || code === 'too_many_requests'
