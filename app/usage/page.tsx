import type { Metadata } from 'next'
import { requireAccount } from '@/app/require-account'
import { DashboardPage } from '@/components/account/dashboard-page'
import { SiteLink } from '@/components/ui/site-link'
import { UsagePage } from '@/components/usage/usage-page'

export const metadata: Metadata = { title: 'Usage' }

interface PageProps {
  searchParams: Promise<{ month?: string | string[] }>
}

export default async function Page({ searchParams }: PageProps) {
  const { month } = await searchParams
  const selected = typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : null
  const account = await requireAccount(selected ? `/usage?month=${selected}` : '/usage')
  return (
    <DashboardPage
      account={account}
      title="Usage"
      description={
        <>
          Calls by your{' '}
          <SiteLink href="/keys" className="underline decoration-edge underline-offset-4 hover:decoration-ink">
            keys
          </SiteLink>{' '}
          and what’s left this month.
        </>
      }
    >
      <UsagePage initialMonth={selected} />
    </DashboardPage>
  )
}
