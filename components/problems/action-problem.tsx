import type { CallError } from '@/components/trpc/client'

interface ActionProblemProps {
  /** For the `aria-describedby` of the invalid field. */
  id?: string
  error: CallError | null
}

/** Shows under a form or button why its action failed. */
export function ActionProblem({ id, error }: ActionProblemProps) {
  const problem = error?.data?.problem
  return (
    <p id={id} role="alert" className="text-sm font-medium text-limit empty:hidden">
      {error && (problem ? (problem.errors?.[0]?.detail ?? problem.detail) : 'No response. Try again in a moment.')}
      {problem?.code === 'not_signed_in' && (
        <>
          {' '}
          <a href="/sign-in" target="_blank" rel="noreferrer" className="underline underline-offset-4">
            Sign in
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </>
      )}
    </p>
  )
}
