'use client'

import { useRouter } from 'next/navigation'
import type { ComponentProps, MouseEvent } from 'react'

/**
 * A link to another page of the site, which is drawn in place of this one. Next's own link does that too, and prefetches; every page
 * would load three kilobytes more for it.
 */
export function SiteLink({ href, onClick, ...props }: ComponentProps<'a'> & { href: string }) {
  const router = useRouter()
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    // In a new tab or window, or to be saved.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.push(href)
  }
  return <a href={href} onClick={follow} {...props} />
}
