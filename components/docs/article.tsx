import Link from 'next/link'
import type { ReactNode } from 'react'
import { type DocsPath, docsPageAt } from './pages'
import { prose } from './prose'

interface ArticleProps {
  path: DocsPath
  children: ReactNode
}

/** A page of the docs, with links to the pages before and after it. */
export function Article({ path, children }: ArticleProps) {
  const { page, before, after } = docsPageAt(path)
  return (
    <article className="min-w-0 max-w-[46rem]">
      <h1 className="text-display font-semibold text-balance">{page.title}</h1>
      <p className="mt-3 text-lg text-soft">{page.about}</p>
      <div className={prose}>{children}</div>
      <nav aria-label="Next pages" className="mt-16 flex justify-between gap-6 border-t border-rule pt-5 text-sm">
        <Neighbour page={before} label="Previous" />
        <Neighbour page={after} label="Next" />
      </nav>
    </article>
  )
}

function Neighbour({ page, label }: { page: { path: string; title: string } | null; label: string }) {
  if (!page) return <span />
  return (
    <Link href={page.path} className="group rounded-sm py-1 last:text-right">
      <span className="block text-soft">{label}</span>
      <span className="font-medium underline decoration-edge underline-offset-4 group-hover:decoration-ink">
        {page.title}
      </span>
    </Link>
  )
}
