import { type ReactNode, useId } from 'react'
import { Card } from '@/components/ui/card'

interface SectionProps {
  title: string
  /** What a link to it ends with. */
  id?: string
  children: ReactNode
}

/** A section of the account page. */
export function Section({ title, id, children }: SectionProps) {
  const headingId = useId()
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className="scroll-mt-6 grid gap-x-10 gap-y-3 border-t border-rule pt-6 md:grid-cols-[14rem_1fr]"
    >
      <h2 id={headingId} className="text-title font-semibold">
        {title}
      </h2>
      <Card className="grid min-w-0 gap-5 p-4 sm:p-6">{children}</Card>
    </section>
  )
}
