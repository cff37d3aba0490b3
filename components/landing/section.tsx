import type { ReactNode } from 'react'

interface LandingSectionProps {
  id: string
  title: string
  children: ReactNode
}

/** A band of the landing page. */
export function LandingSection({ id, title, children }: LandingSectionProps) {
  return (
    <section aria-labelledby={id} className="border-t border-rule">
      <div className="mx-auto max-w-[76rem] px-4 py-14 sm:px-6">
        <h2 id={id} className="text-title font-semibold">
          {title}
        </h2>
        {children}
      </div>
    </section>
  )
}
