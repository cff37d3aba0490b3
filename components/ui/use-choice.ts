'use client'

import { useSyncExternalStore } from 'react'
import { unsaved } from './stored-choice'

/** Saves a choice in this browser, for all parts of a page and for its other tabs. */
export function choose(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
    delete unsaved[key]
  } catch {
    unsaved[key] = value
  }
  // The browser tells only other tabs.
  window.dispatchEvent(new Event('storage'))
}

/**
 * Returns a choice, and rerenders when one changes.
 * @param read returns the current choice.
 * @param unknown the choice until hydration, because the server doesn't know it.
 */
export const useChoice = <Value>(read: () => Value, unknown: Value): Value =>
  useSyncExternalStore(subscribe, read, () => unknown)

function subscribe(listener: () => void) {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}
