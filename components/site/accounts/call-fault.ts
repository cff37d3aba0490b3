import { AuthFault, type FieldName } from '@/components/sign-in/auth-call'
import { asCallError } from '@/components/trpc/call-error'

/** Returns a failed call of the router as a form's fault. A fault in the input is shown at the field of that name. */
export function asFault(error: unknown): AuthFault {
  const problem = asCallError(error).data?.problem
  if (!problem)
    return new AuthFault('No response. Check your connection, then try again. What you typed is still here.')
  const [first] = problem.errors ?? []
  const field = (first?.pointer.slice(1) ?? null) as FieldName | null
  return new AuthFault(first?.detail ?? problem.detail, field, problem.code)
}
