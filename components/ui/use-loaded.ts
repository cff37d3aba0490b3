'use client'

import { useEffect, useState } from 'react'

/**
 * Loads code that a page can do without at first. Returns null until it is loaded, and if it cannot be.
 * @param load imports it, the same function at every call; null while it is not needed.
 */
export function useLoaded<T extends object>(load: (() => Promise<T>) | null): T | null {
  const [loaded, setLoaded] = useState<T | null>(null)
  useEffect(() => {
    load?.().then(setLoaded, () => {})
  }, [load])
  return loaded
}
