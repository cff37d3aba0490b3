export const cookiePrefix = 'pinref'

const sessionCookie = new RegExp(`(?:^|;\\s*)(?:__Secure-)?${cookiePrefix}\\.session_token=`)

/** Whether a request carries a session cookie. Only the store knows whether the session is still valid. */
export function hasSessionCookie(headers: Headers): boolean {
  return sessionCookie.test(headers.get('cookie') ?? '')
}
