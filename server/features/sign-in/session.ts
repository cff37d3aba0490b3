import { roles } from '@/server/metering/access/members'
import { env } from '@/server/platform/settings/env'
import { throwStoreFailure } from '@/server/platform/store/store-failure'
import { recordSeen } from './adapter/memberships'
import { accountOfToken } from './adapter/redis-keys'
import { hasSessionCookie, presentCookies, signedCookie } from './signatures'
import type { SignedIn } from './signed-in'

/**
 * Returns the signed-in person from a request's cookie; null if no one is signed in. If there is no cookie, does not call
 * the store. Otherwise, reads the session, the person, and the role in one round trip. Nothing is cached, so signing
 * out, ending a session, changing a role, or removing a member takes effect on the next call.
 * @throws PinrefError `store_unavailable`.
 */
export async function signedInPerson(headers: Pick<Headers, 'get'>): Promise<SignedIn | null> {
  if (!hasSessionCookie(headers)) return null
  // Imported here, because better-auth takes a long time to load, and visitors do not need it.
  const { auth } = await import('./auth')
  const { authCookies, internalAdapter, secret } = await auth().$context
  const token = signedCookie(headers, authCookies.sessionToken.name, secret)
  // The endpoint that reads a session would run all plugins' hooks around it, which takes several times as long.
  const session = token === null ? null : await throwStoreFailure(() => internalAdapter.findSession(token))
  if (!session || session.session.expiresAt < new Date()) return null
  const { id, name, email, emailVerified, accountRole, lacksSecondFactor } = session.user
  const role = roles.find((one) => one === accountRole)
  const accountId = accountOfToken(session.session.token)
  if (role) recordSeen({ accountId, personId: id }, new Date())
  const member = role ? { accountId, role, lacksSecondFactor: lacksSecondFactor !== false } : null
  return { personId: id, member, name, email, emailVerified }
}

/** The data for the page that an emailed confirmation link opens. */
export interface Confirmation {
  email: string
  /** Whether the email is already confirmed. */
  confirmed: boolean
  /** Whether this browser is the one that signed up. */
  here: boolean
}

/**
 * Returns the data for the page that an emailed link opens; null if the link is no longer valid.
 * @throws PinrefError `store_unavailable`.
 */
export async function confirmationOf(token: string, headers: Headers): Promise<Confirmation | null> {
  const { auth } = await import('./auth')
  const cookie = new Headers({ cookie: presentCookies(headers) })
  return throwStoreFailure(() => auth().api.readConfirmation({ query: { token }, headers: cookie }))
}

/**
 * Whether a person may open the operator page. `unconfirmed`: the person is listed in `OPERATOR_EMAILS`, but the email
 * is not verified.
 */
export type OperatorStatus = 'operator' | 'unconfirmed' | 'none'

/**
 * Returns whether a person is listed in `OPERATOR_EMAILS`. The person's email must be verified, either through an
 * emailed link or by the provider used to sign in, because anyone can sign up with an unverified email. If email is not
 * configured, a provider is the only way to verify it.
 */
export function operatorStatus(
  { email, emailVerified }: Pick<SignedIn, 'email' | 'emailVerified'>,
  operators: readonly string[] = env().OPERATOR_EMAILS,
): OperatorStatus {
  if (!operators.some((operator) => operator.toLowerCase() === email.toLowerCase())) return 'none'
  return emailVerified ? 'operator' : 'unconfirmed'
}
