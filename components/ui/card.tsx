import type { ComponentProps } from 'react'
import { classNames } from './class-names'

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={classNames('rounded-lg border border-rule bg-sheet shadow-card', className)} {...rest} />
}

/** A result's card, with a map's neatline along its upper edge. */
export function AnswerCard({ className, children, ...rest }: ComponentProps<'article'>) {
  return (
    <article
      className={classNames('overflow-hidden rounded-sm border border-ink bg-sheet shadow-card', className)}
      {...rest}
    >
      <div aria-hidden="true" className="neatline -mt-px h-2" />
      <div className="px-4 pt-5 pb-5 sm:px-6">{children}</div>
    </article>
  )
}
