/** The `notice` in the address of a page that is to say that the email is confirmed. */
export const emailConfirmed = 'email-confirmed'

const base = 'http://here.invalid'

/** An address within this site, or a whole one, whose page says that the email is confirmed. */
export function sayingConfirmed(address: string): string {
  const url = new URL(address, base)
  url.searchParams.set('notice', emailConfirmed)
  return url.origin === base ? url.pathname + url.search + url.hash : url.href
}

/** The link of a mail that confirms an email, which leads to a page that says so. */
export function linkSayingConfirmed(link: string): string {
  const url = new URL(link)
  url.searchParams.set('callbackURL', sayingConfirmed(url.searchParams.get('callbackURL') ?? '/'))
  return url.href
}
