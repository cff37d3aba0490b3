'use client'

import { useEffect, useState } from 'react'

interface OnThisPageProps {
  /** Beside the article on a wide screen, or collapsed above it on a narrow one. */
  place: 'beside' | 'above'
  sections: ReadonlyArray<{ id: string; title: string }>
}

/** Links to a page's sections. Beside the article, it marks the section being read. */
export function OnThisPage({ place, sections }: OnThisPageProps) {
  if (place === 'above')
    return (
      <details className="mt-6 rounded-md border border-rule bg-sheet xl:hidden">
        <summary className="px-4 py-3 text-sm font-medium">On this page</summary>
        <nav aria-label="On this page" className="px-4 pb-3">
          <Links sections={sections} current={null} />
        </nav>
      </details>
    )
  return <Beside sections={sections} />
}

function Beside({ sections }: Pick<OnThisPageProps, 'sections'>) {
  const current = useCurrent(sections)
  return (
    <div className="max-xl:hidden">
      <nav aria-label="On this page" className="sticky top-8 max-h-[calc(100dvh-4rem)] overflow-y-auto text-sm">
        <p className="mb-1 text-soft">On this page</p>
        <Links sections={sections} current={current} />
      </nav>
    </div>
  )
}

const Links = ({ sections, current }: Pick<OnThisPageProps, 'sections'> & { current: string | null }) => (
  <ul className="border-l border-rule text-sm">
    {sections.map(({ id, title }) => (
      <li key={id}>
        <a
          href={`#${id}`}
          aria-current={id === current ? 'location' : undefined}
          className="-ml-px block border-l border-transparent py-1.5 pl-4 text-soft underline-offset-4 hover:border-edge hover:text-ink hover:underline aria-[current]:border-ink aria-[current]:text-ink max-xl:py-2.5"
        >
          {title}
        </a>
      </li>
    ))}
  </ul>
)

/**
 * Returns the id of the section being read: the last one that crosses a line a third of the way down the screen; null
 * before the first.
 */
function useCurrent(sections: OnThisPageProps['sections']): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    const places = sections.flatMap(({ id }) => document.getElementById(id)?.parentElement ?? [])
    const inView = new Set<Element>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inView.add(target)
          else inView.delete(target)
        }
        const last = places.findLast((place) => inView.has(place))
        if (last) setCurrent(last.getAttribute('aria-labelledby'))
      },
      // A section is being read while it crosses a line a third of the way down the screen.
      { rootMargin: '-33% 0px -66% 0px' },
    )
    for (const place of places) observer.observe(place)
    return () => observer.disconnect()
  }, [sections])
  return current
}
