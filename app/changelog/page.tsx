import type { Metadata } from 'next'
import changelog from '@/CHANGELOG.md'
import { readChangelog, readSpans } from '@/components/docs/changelog'
import { Code, prose } from '@/components/docs/prose'

export const metadata: Metadata = { title: 'Changelog' }

export default function Changelog() {
  return (
    <article className="mx-auto max-w-[76rem] px-4 pt-6 pb-24 sm:px-6 lg:pt-10">
      <h1 className="text-display font-semibold text-balance">Changelog</h1>
      <div className={prose}>
        {readChangelog(changelog).map((block, index) => {
          const key = `${index}`
          if (block.kind === 'version')
            return (
              <h2 key={key} className="mt-12 text-title font-semibold">
                {block.text}
              </h2>
            )
          if (block.kind === 'heading')
            return (
              <h3 key={key} className="mt-6 font-medium">
                {block.text}
              </h3>
            )
          if (block.kind === 'text')
            return (
              <p key={key}>
                <Line text={block.text} />
              </p>
            )
          return (
            <ul key={key} className="points">
              {block.items.map((item) => (
                <li key={item}>
                  <Line text={item} />
                </li>
              ))}
            </ul>
          )
        })}
      </div>
    </article>
  )
}

/** A line of the changelog. Its parts have no names of their own but where they stand. */
const Line = ({ text }: { text: string }) =>
  readSpans(text).map((span, index) => {
    const key = `${index}`
    if (span.kind === 'code') return <Code key={key}>{span.text}</Code>
    if (span.kind === 'strong') return <strong key={key}>{span.text}</strong>
    if (span.kind === 'link')
      return (
        <a key={key} href={span.href}>
          {span.text}
        </a>
      )
    return span.text
  })
