import { hasSessionCookie } from './session-cookie'
import { presentCookies } from './signatures'
import { throwStoreFailure } from './store-failure'

/** A person who is signed in. */
export interface SignedIn {
  accountId: string
  email: string
  emailVerified: boolean
}

/**
 * Returns who is signed in, according to the cookie of a request; null if nobody is. Without a cookie the store is not asked;
 * with one it takes one round trip. Nothing is cached, so signing out, ending a session or deleting the account takes effect with
 * the next call.
 * @throws PinrefError `store_unavailable`.
 */
export async function signedInAccount(headers: Headers): Promise<SignedIn | null> {
  if (!hasSessionCookie(headers)) return null
  const cookie = presentCookies(headers)
  // Imported here, not above: better-auth takes long to load, and a visitor does not need it.
  const { auth } = await import('./auth')
  // Only better-auth's own endpoints can send the browser an extended cookie.
  const query = { disableRefresh: true }
  const session = await throwStoreFailure(() => auth().api.getSession({ headers: new Headers({ cookie }), query }))
  if (!session) return null
  const { id, email, emailVerified } = session.user
  return { accountId: id, email, emailVerified }
}
