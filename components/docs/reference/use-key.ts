'use client'

import { useSyncExternalStore } from 'react'

const storageKey = 'pinref.docs-test-key'
const isTestKey = (key: string) => key.startsWith('pr_test_')

/** The key that the forms of all pages send; null until it is first read. */
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
 * Sets the key for all forms of this tab. A test key, which can do no harm, survives a reload. Any other key is kept in memory
 * only, because the next person at the browser can read anything that is stored.
 */
function setKey(key: string): void {
  current = key
  try {
    if (isTestKey(key)) sessionStorage.setItem(storageKey, key)
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Without storage, the key lasts as long as the page.
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
