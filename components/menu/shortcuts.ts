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

/** A key press on the page; a click on a button of the menu counts as Ctrl+K. */
export interface Press
  extends Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'timeStamp'> {
  /** Whether the key may be a shortcut alone, see `isFreeKey`. */
  isFree: boolean
}

/** What the presses so far have opened. */
export interface Pressed {
  view: 'commands' | 'shortcuts' | null
  /** What was typed after the menu was opened and before it was shown. */
  text: string
  /** A page to open. */
  href: string | null
  /** When `g` was pressed; null if that counts no longer. */
  goMs: number | null
}

export const closed: Pressed = { view: null, text: '', href: null, goMs: null }

/** How long after `g` the letter of a page counts. */
const patienceMs = 1_500

/** Returns what is open after a key press; the same object if it means nothing. */
export function pressed(state: Pressed, press: Press, isSignedIn: boolean): Pressed {
  const { key, ctrlKey, metaKey, altKey, shiftKey, timeStamp, isFree } = press
  const isHeld = ctrlKey || metaKey || altKey
  if (state.view !== null) return key.length === 1 && !isHeld ? { ...state, text: state.text + key } : state
  if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k') return { ...closed, view: 'commands' }
  if (isHeld || !isFree) return state
  const isAfterG = state.goMs !== null && timeStamp - state.goMs < patienceMs
  const place = isAfterG && placesFor(isSignedIn).find(({ letter }) => letter === key)
  if (place) return { ...closed, href: place.href }
  if (key === '/') return { ...closed, view: 'commands' }
  if (key === '?') return { ...closed, view: 'shortcuts' }
  if (key === 'g') return { ...closed, goMs: timeStamp }
  // Shift is pressed before a question mark.
  return state.goMs === null || key === 'Shift' ? state : closed
}
