import type { CallError } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { canRetry } from './problem'
import { ProblemCard } from './problem-card'

const silence = { title: 'No response', detail: 'Check your connection, then try again.' }

interface CallProblemProps {
  error: CallError
  /** The path to return to after signing in. */
  next: string
  onRetry: () => void
}

/** Shown in place of data that could not be loaded: says what happened, and what to do. */
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
