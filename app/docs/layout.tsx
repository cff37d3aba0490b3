import type { ReactNode } from 'react'
import { Contents } from '@/components/docs/contents'

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-[76rem] px-4 pt-6 pb-24 sm:px-6 lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-16 lg:pt-10">
      <div>
        <Contents />
      </div>
      {children}
    </div>
  )
}
