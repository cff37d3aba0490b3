import type { ReactNode } from 'react'
import { Hill } from '@/components/site/scenery'
import { SuspendedNote } from './suspended-note'

export interface PageFrameProps {
  /** The account whose page it is, to say if it is suspended; null for a visitor, and if it is not known. */
  account: { accountId: string } | null
  title: string
  /** What the page is for. */
  description: ReactNode
  children: ReactNode
}

/** A page under a heading. */
export function PageFrame({ account, title, description, children }: PageFrameProps) {
  return (
    <div className="mx-auto max-w-[76rem] px-4 pt-6 pb-20 sm:px-6 lg:pt-10">
      <Hill />
      <h1 className="text-display font-semibold text-balance">{title}</h1>
      <p className="mt-3 mb-8 max-w-[38rem] text-lg text-soft">{description}</p>
      {account && <SuspendedNote accountId={account.accountId} />}
      {children}
    </div>
  )
}
