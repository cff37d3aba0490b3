'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { buttonClasses } from '@/components/ui/button'
import { CloseIcon, MenuIcon } from '@/components/ui/icons'
import { isOnPage, type PageLink } from './pages'

interface NavigationProps {
  pages: readonly PageLink[]
}

/** Links to all pages: a row, or a menu on a narrow screen. */
export function Navigation({ pages }: NavigationProps) {
  const pathname = usePathname()
  return (
    <nav aria-label="Pages">
      <ul className="hidden items-center gap-x-6 text-sm font-medium md:flex">
        {pages.map((page) => (
          <li key={page.href}>
            <PageAnchor page={page} pathname={pathname} className={page.isMain ? buttonClasses() : plainLink} />
          </li>
        ))}
      </ul>
      {/* The key closes the menu when another page opens. */}
      <Menu key={pathname} pages={pages} pathname={pathname} />
    </nav>
  )
}

const plainLink =
  'rounded-sm py-2 underline-offset-8 hover:underline aria-[current]:underline aria-[current]:decoration-2'

/** Opens without JavaScript too. Escape and a click elsewhere close it. */
function Menu({ pages, pathname }: NavigationProps & { pathname: string }) {
  const details = useRef<HTMLDetailsElement>(null)
  const close = () => details.current?.removeAttribute('open')

  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !details.current?.contains(target)) close()
    }
    const events = ['pointerdown', 'focusin'] as const
    for (const event of events) document.addEventListener(event, closeOutside)
    return () => {
      for (const event of events) document.removeEventListener(event, closeOutside)
    }
  })

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !details.current?.open) return
    close()
    details.current.querySelector('summary')?.focus()
  }

  return (
    <details ref={details} onKeyDown={closeOnEscape} className="group relative md:hidden">
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-md border border-edge bg-sheet px-3.5 text-sm font-medium [&::-webkit-details-marker]:hidden">
        <span className="group-open:hidden">
          <MenuIcon />
        </span>
        <span className="hidden group-open:block">
          <CloseIcon />
        </span>
        Menu
      </summary>
      <ul className="absolute end-0 top-full mt-2 w-56 rounded-lg border border-edge bg-sheet p-1.5 shadow-card">
        {pages.map((page) => (
          <li key={page.href}>
            <PageAnchor
              page={page}
              pathname={pathname}
              onClick={close}
              className="flex min-h-11 items-center rounded-md px-3.5 font-medium hover:bg-sunk aria-[current]:bg-sunk"
            />
          </li>
        ))}
      </ul>
    </details>
  )
}

interface PageAnchorProps {
  page: PageLink
  pathname: string
  className: string
  onClick?: () => void
}

/** Without prefetching, so that a first visit loads nothing for pages that are not opened. */
function PageAnchor({ page, pathname, className, onClick }: PageAnchorProps) {
  return (
    <Link
      href={page.href}
      prefetch={false}
      aria-current={isOnPage(pathname, page) ? 'page' : undefined}
      className={className}
      {...(onClick && { onClick })}
    >
      {page.name}
    </Link>
  )
}
