import { env } from '@/server/env'
import type { SignedIn } from './session'

/** Whether an account may open the operator page. `unconfirmed`: it is in `OPERATOR_EMAILS`, but its email is not verified. */
export type OperatorStatus = 'operator' | 'unconfirmed' | 'none'

/**
 * Whether an account is one of those named in `OPERATOR_EMAILS`. Its email must be verified, by mail or by the provider it
 * signed in with: anybody can sign up with an unverified one. Without mail, a provider is the only way.
 */
export function operatorStatus(
  { email, emailVerified }: Pick<SignedIn, 'email' | 'emailVerified'>,
  operators: readonly string[] = env().OPERATOR_EMAILS,
): OperatorStatus {
  if (!operators.some((operator) => operator.toLowerCase() === email.toLowerCase())) return 'none'
  return emailVerified ? 'operator' : 'unconfirmed'
}
