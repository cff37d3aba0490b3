export const cookiePrefix = 'pinref'

const sessionCookie = new RegExp(`(?:^|;\\s*)(?:__Secure-)?${cookiePrefix}\\.session_token=`)

/** Whether a request comes with a session's cookie. Whether that session still lasts, only the store knows. */
export function hasSessionCookie(headers: Headers): boolean {
  return sessionCookie.test(headers.get('cookie') ?? '')
}
