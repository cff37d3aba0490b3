import type { ReactNode } from 'react'
import { SiteLink } from '@/components/ui/site-link'

interface PlainPageProps {
  title: string
  children: ReactNode
}

/** A page with a title and a few sentences. */
export function PlainPage({ title, children }: PlainPageProps) {
  return (
    <div className="mx-auto max-w-[76rem] px-4 pt-12 pb-32 sm:px-6 lg:pt-24">
      <Hill />
      <h1 className="max-w-[14em] text-display font-semibold text-balance">{title}</h1>
      <div className="mt-4 max-w-[34rem] text-lg text-soft">{children}</div>
    </div>
  )
}

/** A link to the start page from a page that has nothing to show. */
export const LookUpLink = () => (
  <p className="mt-6">
    <SiteLink
      href="/"
      className="font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      Look up a listing
    </SiteLink>
  </p>
)

/** The hill in contour lines behind the heading of every page. It is here because the start page loads this file. */
export const Hill = () => (
  <div
    aria-hidden="true"
    className="contours absolute -top-24 -right-72 -z-10 h-[25rem] w-[39rem] lg:-top-40 lg:-right-20 lg:h-[36rem] lg:w-[56rem]"
  />
)
