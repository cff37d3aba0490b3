import { type ReactNode, useId } from 'react'
import { Card } from '@/components/ui/card'
import { SiteLink } from '@/components/ui/site-link'

interface HomeCardProps {
  title: string
  /** The path of the full page, and the text of the link to it. */
  more: readonly [path: string, words: string]
  /** Null while loading. */
  children: ReactNode | null
}

/** A section of the start page: a heading, a link to the full page, and a placeholder while it loads. */
export function HomeCard({ title, more: [path, words], children }: HomeCardProps) {
  const id = useId()
  return (
    <Card className="flex h-full flex-col p-4 sm:p-5">
      <section aria-labelledby={id} className="flex flex-1 flex-col">
        <h2 id={id} className="text-title font-semibold">
          {title}
        </h2>
        <div className="mt-2 flex-1">{children ?? <div aria-hidden="true" className="h-32 rounded-md bg-sunk" />}</div>
        <p className="mt-3 text-sm">
          <SiteLink
            href={path}
            className="inline-flex min-h-9 items-center font-medium underline decoration-edge underline-offset-4 hover:decoration-ink"
          >
            {words}
          </SiteLink>
        </p>
      </section>
    </Card>
  )
}
