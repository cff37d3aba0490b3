import type { ReactNode } from 'react'
import { ApiProvider } from '@/components/trpc/client'
import { Hill } from './hill'

interface DashboardPageProps {
  title: string
  /** What the page is for. */
  description: ReactNode
  children: ReactNode
}

/** A page of the dashboard: a heading, and content that can call the router. */
export function DashboardPage({ title, description, children }: DashboardPageProps) {
  return (
    <div className="mx-auto max-w-[76rem] px-4 pt-6 pb-20 sm:px-6 lg:pt-10">
      <Hill />
      <h1 className="text-display font-semibold text-balance">{title}</h1>
      <p className="mt-3 mb-8 max-w-[38rem] text-lg text-soft">{description}</p>
      <ApiProvider>{children}</ApiProvider>
    </div>
  )
}
