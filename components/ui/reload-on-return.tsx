'use client'

import { useEffect } from 'react'

/**
 * Reloads a page that the browser restores from its back/forward cache: the user may have signed in or out since, and a
 * button may still be busy with the navigation away from it.
 */
export function ReloadOnReturn() {
  useEffect(() => {
    const renew = ({ persisted }: PageTransitionEvent) => {
      if (persisted) location.reload()
    }
    addEventListener('pageshow', renew)
    return () => removeEventListener('pageshow', renew)
  }, [])
  return null
}
