import type { ReactNode } from 'react'

interface PricingSectionProps {
  id: string
  title: string
  children: ReactNode
}

/** A band of the pricing page, under the plans. */
export function PricingSection({ id, title, children }: PricingSectionProps) {
  return (
    <section aria-labelledby={id} className="mt-14 border-t border-rule pt-8">
      <h2 id={id} className="text-title font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
