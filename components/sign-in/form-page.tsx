import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { Hill } from '@/components/ui/plain-page'
import { ReloadOnReturn } from '@/components/ui/reload-on-return'

interface FormPageProps {
  title: string
  /** One sentence under the title. */
  lead?: ReactNode
  /** A message above the form. */
  notice?: ReactNode
  children: ReactNode
  /** Links under the form. */
  foot?: ReactNode
}

/** A page with one short form. */
export function FormPage({ title, lead, notice, children, foot }: FormPageProps) {
  return (
    <div className="mx-auto max-w-[27rem] px-4 pt-8 pb-24 sm:pt-16">
      <ReloadOnReturn />
      <Hill />
      <h1 className="text-display font-semibold text-balance">{title}</h1>
      {lead && <p className="mt-3 text-lg text-soft">{lead}</p>}
      <noscript>
        <p className="mt-4 border-l-4 border-limit pl-3">This form needs JavaScript.</p>
      </noscript>
      {notice && <div className="mt-6">{notice}</div>}
      <Card className="mt-6 p-4 sm:p-6">{children}</Card>
      {foot && <div className="mt-6 grid gap-2 text-soft">{foot}</div>}
    </div>
  )
}
