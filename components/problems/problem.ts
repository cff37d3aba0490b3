import type { CallError } from '@/components/trpc/client'
import type { Problem } from '@/server/platform/problems/problem'

/** For the `aria-describedby` of the invalid input. */
export const problemDetailId = 'problem-detail'

/** A failed call as shown to the user; it has no code if there was no response at all. */
export type ShownProblem = Pick<Problem, 'title' | 'detail'> & Partial<Problem>

/** Returns the server's problem, or one of our own if there was no response. */
export function shownProblem(error: CallError): ShownProblem {
  if (error.data) return error.data.problem
  return {
    title: 'No response',
    detail: 'Check your connection, then try again. What you typed is still in the box.',
  }
}

/** Whether the input has to be changed. */
export const isInputProblem = ({ status }: ShownProblem) => status === 400

/** Whether the quota is used up, so that only waiting or a larger plan helps. */
export const isQuotaProblem = ({ code }: Pick<ShownProblem, 'code'>) =>
  code === 'free_quota_exhausted' || code === 'monthly_quota_exhausted'

/** Whether the same call may succeed later. */
export const canRetry = ({ status = 500, code }: ShownProblem) => status >= 500 || code === 'too_many_requests'
