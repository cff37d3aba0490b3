import type { CallError } from '@/components/trpc/client'
import type { Problem } from '@/server/problem'

/** What a failed call tells its reader; only words where no answer came at all. */
export type ToldProblem = Pick<Problem, 'title' | 'detail'> & Partial<Problem>

/** The problem that the server named, or our own words for silence. */
export function toldProblem(error: CallError): ToldProblem {
  return (
    error.data?.problem ?? {
      title: 'No answer came back',
      detail: 'Check the connection, then try again. What you typed is still in the box.',
    }
  )
}

/** Whether another text is what helps. */
export const isInputProblem = ({ status }: ToldProblem) => status === 400

/** Whether the same call may well succeed later. */
export const canRetry = ({ status = 500, code }: ToldProblem) => status >= 500 || code === 'too_many_requests'
