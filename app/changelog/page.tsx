import type { Metadata } from 'next'
import changelog from '@/CHANGELOG.md'
import { Markdown } from '@/components/docs/markdown'
import { prose } from '@/components/docs/prose'

export const metadata: Metadata = { title: 'Changelog' }

export default function Changelog() {
  return (
    <article className="mx-auto max-w-[76rem] px-4 pt-6 pb-24 sm:px-6 lg:pt-10">
      <h1 className="text-display font-semibold text-balance">Changelog</h1>
      <div className={prose}>
        <Markdown text={changelog} />
      </div>
    </article>
  )
}
