import { type ReactNode, useId } from 'react'
import { Card } from '@/components/ui/card'

interface SectionProps {
  title: string
  children: ReactNode
}

/** A section of the account page. */
export function Section({ title, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-x-10 gap-y-3 border-t border-rule pt-6 md:grid-cols-[14rem_1fr]">
      <h2 id={id} className="text-title font-semibold">
        {title}
      </h2>
      <Card className="grid min-w-0 gap-5 p-4 sm:p-6">{children}</Card>
    </section>
  )
}
