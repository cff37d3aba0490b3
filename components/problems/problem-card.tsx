import type { ReactNode } from 'react'
import type { CallError } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { ClockIcon, StrayIcon } from '@/components/ui/part-icons'
import { canRetry, isQuotaProblem, problemDetailId, type ShownProblem } from './problem'
import { nextUtcMidnightMs, untilWords } from './until'

interface ProblemCardProps {
  problem: ShownProblem
  /** More about the problem; empty if nothing. */
  more?: string | undefined
  /** When the quota resets, in epoch seconds; undefined if it is unknown. */
  resetSeconds: number | undefined
  /** Its buttons. */
  children?: ReactNode
}

/** Shows what happened and what to do. */
export function ProblemCard({ problem, more, resetSeconds, children }: ProblemCardProps) {
  const { title, detail, code, request_id } = problem
  const isLimit = isQuotaProblem(problem)
  return (
    <article
      className={`rounded-sm border-l-4 bg-sheet px-4 py-5 shadow-card sm:px-6 ${isLimit ? 'border-limit' : 'border-ink'}`}
    >
      <h2 className="flex items-start gap-2.5 text-title font-semibold">
        <span className={`mt-1.5 ${isLimit ? 'text-limit' : 'text-ink'}`}>
          {isLimit ? <ClockIcon /> : <StrayIcon />}
        </span>
        {title}
      </h2>
      <p id={problemDetailId} className="mt-2 max-w-[34rem]">
        {detail}
      </p>
      {more && <p className="mt-2 max-w-[34rem]">{more}</p>}
      {isLimit && (
        <p className="mt-3 inline-block rounded-md bg-limit-wash px-3 py-2 font-medium text-limit">
          {code === 'free_quota_exhausted' ? tomorrow(resetSeconds) : nextMonth(resetSeconds)}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">{children}</div>
      {request_id && code && (
        <p className="mt-5 flex flex-wrap items-center gap-x-2 border-t border-rule pt-2 text-[0.8125rem] text-soft">
          Request <span className="font-mono [overflow-wrap:anywhere]">{request_id}</span>
          <CopyButton value={request_id} name="request id" />
          <a
            href={`/docs/errors/${code}`}
            className="underline decoration-edge underline-offset-4 hover:decoration-ink"
          >
            About this error
          </a>
        </p>
      )}
    </article>
  )
}

function tomorrow(resetSeconds: number | undefined): string {
  const now = Date.now()
  const moment = resetSeconds === undefined ? nextUtcMidnightMs(now) : resetSeconds * 1000
  const clock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit' }).format(moment)
  return `More lookups ${untilWords(moment, now)}, at ${clock} your time.`
}

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' })

const nextMonth = (resetSeconds: number | undefined): string =>
  `More lookups on ${resetSeconds === undefined ? 'the first of next month' : day.format(resetSeconds * 1000)}, 00:00 UTC.`

const silence = { title: 'No response', detail: 'Check your connection, then try again.' }

interface CallProblemProps {
  error: CallError
  /** The path to return to after signing in. */
  next: string
  onRetry: () => void
}

/** Shown instead of data that couldn't be loaded: explains what happened, and what to do. */
export function CallProblem({ error, next, onRetry }: CallProblemProps) {
  const problem = error.data?.problem ?? silence
  return (
    <div role="alert">
      <ProblemCard problem={problem} resetSeconds={undefined}>
        {problem !== silence && error.data?.problem.code === 'not_signed_in' ? (
          <SignInLink next={next} />
        ) : (
          canRetry(problem) && <Button onClick={onRetry}>Try again</Button>
        )}
      </ProblemCard>
    </div>
  )
}

const SignInLink = ({ next }: { next: string }) => (
  <a
    href={`/sign-in?next=${encodeURIComponent(next)}`}
    className="inline-flex min-h-10 items-center rounded-md border border-edge bg-sheet px-3.5 py-2 text-sm font-medium hover:border-ink"
  >
    Sign in
  </a>
)
