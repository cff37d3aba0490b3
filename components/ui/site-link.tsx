'use client'

import { useRouter } from 'next/navigation'
import type { ComponentProps, MouseEvent } from 'react'

/**
 * A link that opens another page of the site without a full page load. Next's own link does that too, and prefetches,
 * but would add three kilobytes to every page.
 */
export function SiteLink({ href, onClick, ...props }: ComponentProps<'a'> & { href: string }) {
  const router = useRouter()
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    // The browser opens it in a new tab or window, or saves it.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.push(href)
  }
  return <a href={href} onClick={follow} {...props} />
}
