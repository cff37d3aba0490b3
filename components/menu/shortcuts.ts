import { placesFor } from '@/components/site/pages'

/** A key press on the page; a click on a button of the menu counts as Ctrl+K. */
export interface Press
  extends Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'timeStamp'> {
  /** Whether the key may be a shortcut on its own (see `isFreeKey`). */
  isFree: boolean
}

/** What the key presses so far have opened. */
export interface Pressed {
  view: 'commands' | 'shortcuts' | null
  /** Text typed after the menu was opened and before it was shown. */
  text: string
  /** A page to open. */
  href: string | null
  /** When `g` was pressed; null if that no longer counts. */
  goMs: number | null
}

export const closed: Pressed = { view: null, text: '', href: null, goMs: null }

/** How long after `g` a page's letter counts. */
const patienceMs = 1_500

/** Returns what is open after a key press; the same object if nothing changes. */
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
