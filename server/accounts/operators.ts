import { env } from '@/server/env'
import type { SignedIn } from './session'

/** Where an account stands with the operator's page. `unconfirmed`: named, but its e-mail is not verified. */
export type OperatorStanding = 'operator' | 'unconfirmed' | 'none'

/**
 * Whether an account is one of those named in `OPERATOR_EMAILS`. Its e-mail must be verified, by mail or by the provider it
 * signed in with, always: one that is not proves nothing, since anybody can sign up with it. Where no mail can be sent, a
 * provider is the way in.
 */
export function operatorStanding(
  { email, emailVerified }: Pick<SignedIn, 'email' | 'emailVerified'>,
  operators: readonly string[] = env().OPERATOR_EMAILS,
): OperatorStanding {
  if (!operators.some((operator) => operator.toLowerCase() === email.toLowerCase())) return 'none'
  return emailVerified ? 'operator' : 'unconfirmed'
}
