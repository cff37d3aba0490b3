'use client'

import { useCallback, useEffect, useState } from 'react'

/**
 * Loads part of a page when it is needed.
 * @param load imports it, the same function on every call.
 * @param isNeeded once true, it is loaded.
 * @returns the part, null until it is loaded; whether loading failed; and a function that retries.
 */
export function usePart<T extends object>(load: () => Promise<T>, isNeeded: boolean) {
  const [part, setPart] = useState<T | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const isMissing = isNeeded && part === null && !hasFailed
  useEffect(() => {
    if (isMissing)
      load().then(setPart, () => {
        setHasFailed(true)
      })
  }, [isMissing, load])
  const retry = useCallback(() => setHasFailed(false), [])
  return { part, hasFailed, retry }
}

/**
 * Loads code that a page doesn't need at first. Returns null until it is loaded, and if loading fails.
 * @param load imports it, the same function on every call; null while it is not needed.
 */
export function useLoaded<T extends object>(load: (() => Promise<T>) | null): T | null {
  const [loaded, setLoaded] = useState<T | null>(null)
  useEffect(() => {
    load?.().then(setLoaded, () => {})
  }, [load])
  return loaded
}
