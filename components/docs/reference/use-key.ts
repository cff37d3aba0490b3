'use client'

import { useSyncExternalStore } from 'react'

const storageKey = 'pinref.docs-test-key'
const isTestKey = (key: string) => key.startsWith('pr_test_')

/** The key that the forms of all pages send; null until it is first asked for. */
let current: string | null = null
const listeners = new Set<() => void>()

function read(): string {
  if (current === null) {
    try {
      current = sessionStorage.getItem(storageKey) ?? ''
    } catch {
      current = ''
    }
  }
  return current
}

/**
 * Sets it for all forms of this tab. A test key, which can do no harm, outlasts a reload; any other is kept in memory alone, since
 * whatever is stored can be read by whoever sits down at the browser next.
 */
function setKey(key: string): void {
  current = key
  try {
    if (isTestKey(key)) sessionStorage.setItem(storageKey, key)
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Without storage it lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function useKey() {
  const key = useSyncExternalStore(subscribe, read, () => '')
  return { key, setKey }
}
