'use client'

import { useEffect } from 'react'

/**
 * Asks for the page again where the browser brings it back as it was left: signed in meanwhile, or no longer, or with a
 * button that still waits for a page that was come back from.
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
