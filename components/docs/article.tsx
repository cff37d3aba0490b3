import type { Metadata } from 'next'
import { Children, isValidElement, type ReactNode } from 'react'
import { SharePicture } from '@/components/site/share-card'
import { classNames } from '@/components/ui/class-names'
import { SiteLink } from '@/components/ui/site-link'
import { OnThisPage } from './on-this-page'
import { type DocsPath, docsPageAt } from './pages'
import { prose, Section, type SectionProps } from './prose'

/** Returns a docs page's metadata. @throws Error if the contents don't list the page. */
export const docsMetadata = (path: DocsPath): Metadata => ({ title: docsPageAt(path).page.title })

interface ArticleProps {
  path: DocsPath
  children: ReactNode
}

/** A docs page, with a list of its sections, and links to the previous and next pages. */
export function Article({ path, children }: ArticleProps) {
  const { page, before, after } = docsPageAt(path)
  const { isWide = false } = page
  const sections = isWide ? [] : sectionsOf(children)
  return (
    <div className={classNames('grid min-w-0', !isWide && 'xl:grid-cols-[minmax(0,42rem)_minmax(0,1fr)] xl:gap-12')}>
      <article className="min-w-0">
        <ArticleHead path={path} title={page.title} about={page.about} />
        {sections.length > 1 && <OnThisPage key={path} place="above" sections={sections} />}
        <div className={prose}>{children}</div>
        <Neighbours before={before} after={after} />
      </article>
      {sections.length > 1 && <OnThisPage key={path} place="beside" sections={sections} />}
    </div>
  )
}

interface ArticleHeadProps {
  path: string
  title: string
  about: string
  children?: ReactNode
}

export const ArticleHead = ({ path, title, about, children }: ArticleHeadProps) => (
  <>
    <SharePicture path={path} />
    <h1 className="text-display font-semibold text-balance">{title}</h1>
    <p className="mt-3 max-w-[42rem] text-lg text-soft">{about}</p>
    {children}
  </>
)

/** Returns the sections among an article's children that are shown; their titles are its headings. */
export const sectionsOf = (children: ReactNode): SectionProps[] =>
  Children.toArray(children).flatMap((child) =>
    isValidElement<SectionProps>(child) && child.type === Section && child.props.isShown !== false ? child.props : [],
  )

type Page = { path: string; title: string } | null

/** Links to the previous and the next page. */
export const Neighbours = ({ before, after }: { before: Page; after: Page }) => (
  <nav aria-label="Next pages" className="mt-16 flex justify-between gap-6 border-t border-rule pt-5 text-sm">
    <Neighbour page={before} label="Previous" />
    <Neighbour page={after} label="Next" />
  </nav>
)

function Neighbour({ page, label }: { page: Page; label: string }) {
  if (!page) return <span />
  return (
    <SiteLink href={page.path} className="group rounded-sm py-1 last:text-right">
      <span className="block text-soft">{label}</span>
      <span className="font-medium underline decoration-edge underline-offset-4 group-hover:decoration-ink">
        {page.title}
      </span>
    </SiteLink>
  )
}
