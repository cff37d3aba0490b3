import { presentCookies } from './signatures'
import { throwStoreFailure } from './store-failure'

/** What the page of a mailed confirmation link shows. */
export interface Confirmation {
  email: string
  /** Whether the email is already confirmed. */
  confirmed: boolean
  /** Whether the link was opened in the browser that signed up. */
  here: boolean
}

/**
 * Returns what the page of a link shows; null if the link no longer works.
 * @throws PinrefError `store_unavailable`.
 */
export async function confirmationOf(token: string, headers: Headers): Promise<Confirmation | null> {
  const { auth } = await import('./auth')
  const cookie = new Headers({ cookie: presentCookies(headers) })
  return throwStoreFailure(() => auth().api.readConfirmation({ query: { token }, headers: cookie }))
}
