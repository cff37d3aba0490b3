import { type ReactNode, useId } from 'react'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'

interface SectionProps {
  title: string
  /** The fragment that links to it end with. */
  id?: string
  /** Whether its contents can destroy something. */
  isDangerous?: boolean
  children: ReactNode
}

/** A section of the account page. */
export function Section({ title, id, isDangerous = false, children }: SectionProps) {
  const headingId = useId()
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className="scroll-mt-6 grid gap-x-10 gap-y-3 border-t border-rule pt-6 md:grid-cols-[14rem_1fr]"
    >
      <h2 id={headingId} className={classNames('text-title font-semibold', isDangerous && 'text-danger')}>
        {title}
      </h2>
      <Card className={classNames('grid min-w-0 gap-5 p-4 sm:p-6', isDangerous && 'border-danger!')}>{children}</Card>
    </section>
  )
}
