import type { ReactNode } from 'react'
import { Contents } from '@/components/docs/contents'
import { referencePages } from '@/components/docs/reference/reference-pages'
import { MenuButton } from '@/components/menu/menu-button'
import { anyCard } from '@/components/site/share-card'

export const metadata = anyCard

export default async function DocsLayout({ children }: { children: ReactNode }) {
  const operations = (await referencePages()).map(({ path, title }) => ({ path, title }))
  return (
    <div className="mx-auto grid max-w-[76rem] grid-cols-[minmax(0,1fr)] px-4 pt-6 pb-24 sm:px-6 lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-12 lg:pt-10">
      <div>
        <div className="lg:sticky lg:top-8">
          <MenuButton words="Search docs" className="mb-4 w-full lg:mb-6" />
          <Contents operations={operations} />
        </div>
      </div>
      {children}
    </div>
  )
}
