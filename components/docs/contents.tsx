'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { docsGroups, docsPages } from './pages'

/** The contents of the docs: beside the page, or collapsed above it on a narrow screen. */
export function Contents() {
  const path = usePathname()
  const here = docsPages.find((page) => page.path === path)
  return (
    <>
      <details key={path} className="mb-8 rounded-md border border-rule bg-sheet lg:hidden">
        <summary className="px-4 py-3 font-medium">{here ? `Docs: ${here.title}` : 'All docs pages'}</summary>
        <nav aria-label="Docs" className="px-4 pb-4">
          <List path={path} />
        </nav>
      </details>
      <nav aria-label="Docs" className="sticky top-8 hidden lg:block">
        <List path={path} />
      </nav>
    </>
  )
}

const List = ({ path }: { path: string }) => (
  <ul className="grid gap-5 text-sm">
    {docsGroups.map((group) => (
      <li key={group}>
        <p className="mb-1 text-soft">{group}</p>
        <ul className="border-l border-rule">
          {docsPages
            .filter((page) => page.group === group)
            .map((page) => (
              <li key={page.path}>
                <Link
                  href={page.path}
                  aria-current={page.path === path ? 'page' : undefined}
                  className="-ml-px block border-l border-transparent py-1.5 pl-4 underline-offset-4 hover:border-edge hover:underline aria-[current=page]:border-ink aria-[current=page]:font-medium max-lg:py-2.5"
                >
                  {page.title}
                </Link>
              </li>
            ))}
        </ul>
      </li>
    ))}
  </ul>
)
