import { Markdown } from '@/components/docs/markdown'
import { prose } from '@/components/docs/prose'
import { Hill } from '@/components/ui/plain-page'

interface TextPageProps {
  title: string
  /** Markdown. */
  text: string
}

export function TextPage({ title, text }: TextPageProps) {
  return (
    <article className="mx-auto max-w-[76rem] px-4 pt-6 pb-24 sm:px-6 lg:pt-10">
      <Hill />
      <h1 className="text-display font-semibold text-balance">{title}</h1>
      <div className={prose}>
        <Markdown text={text} />
      </div>
    </article>
  )
}
