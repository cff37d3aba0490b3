'use client'

import { useSyncExternalStore } from 'react'

/** The key that all forms of the page send. It exists only in memory, and is gone when the page is left. */
let current = ''
const listeners = new Set<() => void>()

function setKey(key: string): void {
  current = key
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) current = ''
  }
}

export function useKey() {
  const key = useSyncExternalStore(
    subscribe,
    () => current,
    () => '',
  )
  return { key, setKey }
}
