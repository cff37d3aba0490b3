import { useCallback, useEffect, useState } from 'react'

/**
 * Loads a part of a page when it is needed.
 * @param load imports it, the same function at every call.
 * @param isNeeded once true, it is loaded.
 * @returns the part, null until it is loaded; whether it could not be loaded; and a function that tries again.
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
