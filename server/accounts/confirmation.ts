import { presentCookies } from './signatures'
import { failingWithStore } from './store-failure'

/** What the link in a mail is for, that confirms the email of a new account. */
export interface Confirmation {
  email: string
  /** Whether that has been done. */
  confirmed: boolean
  /** Whether it was opened in the browser that signed up. */
  here: boolean
}

/**
 * What the page of a link shows; null where the link leads nowhere any more.
 * @throws PinrefError `store_unavailable`.
 */
export async function confirmationOf(token: string, headers: Headers): Promise<Confirmation | null> {
  const { auth } = await import('./auth')
  const cookie = new Headers({ cookie: presentCookies(headers) })
  return failingWithStore(() => auth().api.readConfirmation({ query: { token }, headers: cookie }))
}
