'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/**
 * Leads an address with a fragment that was on this page, and has moved to another, on to where it is now.
 * @param paths of these places; each ends with the fragment, as the name of a page or as its own.
 */
export function OldAnchors({ paths }: { paths: readonly string[] }) {
  const router = useRouter()
  useEffect(() => {
    const id = window.location.hash.slice(1)
    const path = paths.find((one) => id !== '' && (one.endsWith(`/${id}`) || one.endsWith(`#${id}`)))
    if (path) router.replace(path)
  }, [router, paths])
  return null
}
