'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/**
 * Redirects a fragment that used to be on this page to its current page.
 * @param paths the current paths. Each ends with the fragment, either as the page's name or as a fragment.
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
