/** The value of `notice` in a page's URL that makes the page show that the email is confirmed. */
export const emailConfirmed = 'email-confirmed'

const base = 'http://here.invalid'

/** Adds the notice to a URL, relative or absolute. */
export function withConfirmedNotice(address: string): string {
  const url = new URL(address, base)
  url.searchParams.set('notice', emailConfirmed)
  return url.origin === base ? url.pathname + url.search + url.hash : url.href
}

/** Returns an emailed link that confirms the address and then opens a page with the notice. */
export function linkWithConfirmedNotice(link: string): string {
  const url = new URL(link)
  url.searchParams.set('callbackURL', withConfirmedNotice(url.searchParams.get('callbackURL') ?? '/'))
  return url.href
}
