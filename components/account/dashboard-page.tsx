import type { ReactNode } from 'react'
import { ApiProvider } from '@/components/trpc/client'
import type { Role } from '@/server/metering/access/members'
import { PageAccount } from './page-account'
import { SuspendedNote } from './suspended-note'

interface DashboardPageProps {
  /** The account, and the person's role, which decides what the page offers; null for a visitor or if unknown. */
  account: { accountId: string; role: Role } | null
  /** Shown above the title, such as a letterhead. */
  above?: ReactNode
  title: ReactNode
  /** The page's main action, shown beside its title. */
  action?: ReactNode
  /** The page's purpose, unless the title makes it clear. */
  description?: ReactNode
  children: ReactNode
}

/** A dashboard page: a compact heading, and content that can call the router. */
export const DashboardPage = ({ account, above, title, action, description, children }: DashboardPageProps) => (
  <ApiProvider>
    <PageAccount account={account && { accountId: account.accountId, role: account.role }}>
      <div className="relative mx-auto max-w-[80rem] px-4 pt-3 pb-12 sm:px-6 lg:px-8 lg:pt-6 print:p-0">
        {above}
        <div className="mb-4 grid gap-1 lg:mb-5">
          <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:flex-nowrap">
            {/* A changing title must not shift the content beside it. */}
            <h1 className="min-w-0 text-title font-semibold text-balance wrap-break-word has-data-live:text-wrap max-sm:has-data-live:basis-full">
              {title}
            </h1>
            {action}
          </div>
          {description && <p className="max-w-[44rem] text-sm text-soft">{description}</p>}
        </div>
        {account && <SuspendedNote accountId={account.accountId} />}
        {children}
      </div>
    </PageAccount>
  </ApiProvider>
)
