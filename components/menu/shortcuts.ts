/** A page that the menu and the keyboard open. */
export interface Place {
  href: string
  name: string
  /** The letter that opens it after `g`; null for none. */
  letter: string | null
  /** Other words that people use for it. */
  words: string
  /** Who may open it; everybody if omitted. */
  who?: 'visitors' | 'accounts'
}

const places: readonly Place[] = [
  { href: '/', name: 'Look up', letter: 'l', words: 'home start lookup search convert resolve' },
  { href: '/bulk', name: 'Bulk', letter: 'b', words: 'many links csv file upload excel' },
  { href: '/batches', name: 'Batches', letter: 'a', words: 'jobs results background', who: 'accounts' },
  { href: '/keys', name: 'Keys', letter: 'k', words: 'api keys tokens', who: 'accounts' },
  { href: '/usage', name: 'Usage', letter: 'u', words: 'quota calls statistics month', who: 'accounts' },
  { href: '/usage/errors', name: 'Recent errors', letter: 'e', words: 'failed calls request id log', who: 'accounts' },
  { href: '/callbacks', name: 'Callbacks', letter: 'c', words: 'webhooks endpoints events', who: 'accounts' },
  {
    href: '/account',
    name: 'Account',
    letter: 'm',
    words: 'me settings profile password plan billing',
    who: 'accounts',
  },
  { href: '/docs', name: 'Docs', letter: 'd', words: 'documentation help guides quick start' },
  { href: '/docs/reference', name: 'API reference', letter: 'r', words: 'operations openapi docs' },
  { href: '/pricing', name: 'Pricing', letter: 'p', words: 'plans cost upgrade' },
  { href: '/status', name: 'Status', letter: 's', words: 'uptime latency outage' },
  { href: '/changelog', name: 'Changelog', letter: null, words: 'releases news versions' },
  { href: '/contact', name: 'Contact', letter: null, words: 'support help email' },
  { href: '/sign-in', name: 'Sign in', letter: null, words: 'log in login', who: 'visitors' },
  { href: '/sign-up', name: 'Get an API key', letter: null, words: 'sign up register account free', who: 'visitors' },
]

/** Returns the pages that a visitor or a signed-in user may open. */
export const placesFor = (isSignedIn: boolean): Place[] =>
  places.filter(({ who }) => who === undefined || who === (isSignedIn ? 'accounts' : 'visitors'))

/** Returns the page that a letter after `g` opens; null for none. */
export const placeOf = (letter: string, isSignedIn: boolean): string | null =>
  placesFor(isSignedIn).find((place) => place.letter === letter)?.href ?? null
