'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { SiteLink } from '@/components/ui/site-link'
import { docsGroups, docsPages } from './pages'

interface PageLink {
  path: string
  title: string
}

interface ContentsProps {
  /** The operation pages, which are listed only within the reference. */
  operations: readonly PageLink[]
}

/** The docs' table of contents: beside the page, or collapsed above it on a narrow screen. */
export function Contents({ operations }: ContentsProps) {
  const path = usePathname()
  const beside = useRef<HTMLElement>(null)
  // The list may be longer than the screen, so the current page's entry is scrolled to the middle.
  useEffect(() => {
    const list = beside.current
    const entry = list?.querySelector<HTMLElement>(`[href="${path}"]`)
    if (list && entry) list.scrollTop = entry.offsetTop - list.clientHeight / 2
  }, [path])
  const here = [...docsPages, ...operations].find((page) => page.path === path)
  return (
    <>
      <details key={path} className="mb-8 rounded-md border border-rule bg-sheet lg:hidden">
        <summary className="px-4 py-3 font-medium">{here ? `Docs: ${here.title}` : 'All docs pages'}</summary>
        <nav aria-label="Docs" className="px-4 pb-4">
          <List path={path} operations={operations} />
        </nav>
      </details>
      <nav
        ref={beside}
        aria-label="Docs"
        className="relative hidden max-h-[calc(100dvh-7rem)] overflow-y-auto pb-4 lg:block"
      >
        <List path={path} operations={operations} />
      </nav>
    </>
  )
}

const List = ({ path, operations }: ContentsProps & { path: string }) => (
  <ul className="grid gap-5 text-sm">
    {docsGroups.map((group) => (
      <li key={group}>
        <p className="mb-1 text-soft">{group}</p>
        <ul className="border-l border-rule">
          {docsPages
            .filter((page) => page.group === group)
            .map((page) => (
              <li key={page.path}>
                <Entry page={page} path={path} />
                {page.path === '/docs/reference' && path.startsWith(page.path) && (
                  <ul className="pl-3">
                    {operations.map((operation) => (
                      <li key={operation.path}>
                        <Entry page={operation} path={path} />
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
        </ul>
      </li>
    ))}
  </ul>
)

const Entry = ({ page, path }: { page: PageLink; path: string }) => (
  <SiteLink
    href={page.path}
    aria-current={page.path === path ? 'page' : undefined}
    className="-ml-px block border-l border-transparent py-1.5 pl-4 underline-offset-4 hover:border-edge hover:underline aria-[current=page]:border-ink aria-[current=page]:font-medium max-lg:py-2.5"
  >
    {page.title}
  </SiteLink>
)
