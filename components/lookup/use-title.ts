'use client'

import { useEffect } from 'react'

/** Sets the title of the browser tab to what the page shows; null leaves the page its own title. */
export function useTitle(name: string | null): void {
  useEffect(() => {
    if (name === null) return
    const before = document.title
    document.title = `${name} · Pinref`
    return () => {
      document.title = before
    }
  }, [name])
}
