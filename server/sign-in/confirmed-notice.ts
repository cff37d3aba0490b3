/** The `notice` in a page's address that makes the page say that the email is confirmed. */
export const emailConfirmed = 'email-confirmed'

const base = 'http://here.invalid'

/** Adds the notice to an address, which may be relative to this site or absolute. */
export function sayingConfirmed(address: string): string {
  const url = new URL(address, base)
  url.searchParams.set('notice', emailConfirmed)
  return url.origin === base ? url.pathname + url.search + url.hash : url.href
}

/** Returns a mailed link that confirms an email and then leads to a page with the notice. */
export function linkSayingConfirmed(link: string): string {
  const url = new URL(link)
  url.searchParams.set('callbackURL', sayingConfirmed(url.searchParams.get('callbackURL') ?? '/'))
  return url.href
}
