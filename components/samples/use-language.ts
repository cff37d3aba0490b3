'use client'

import { useSyncExternalStore } from 'react'

const storageKey = 'pinref.language'
const listeners = new Set<() => void>()

/** The choice, stored here in case the browser has no storage. */
let chosen: string | null = null

function read(): string | null {
  try {
    return localStorage.getItem(storageKey) ?? chosen
  } catch {
    return chosen
  }
}

function choose(language: string): void {
  chosen = language
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Without storage, the choice is lost when the page closes.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/**
 * Reads the language to show samples in: one choice for all of them, saved in the browser.
 * @returns the language, null until one is chosen, and a function that chooses one.
 */
export function useLanguage() {
  const language = useSyncExternalStore(subscribe, read, () => null)
  return { language, choose }
}
