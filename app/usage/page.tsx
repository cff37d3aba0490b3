import type { Metadata } from 'next'
import Link from 'next/link'
import { requireAccount } from '@/app/require-account'
import { DashboardPage } from '@/components/site/dashboard-page'
import { UsageDesk } from '@/components/usage/usage-desk'

export const metadata: Metadata = { title: 'Usage' }

interface PageProps {
  searchParams: Promise<{ month?: string | string[] }>
}

export default async function UsagePage({ searchParams }: PageProps) {
  const { month } = await searchParams
  const wanted = typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : null
  await requireAccount(wanted ? `/usage?month=${wanted}` : '/usage')
  return (
    <DashboardPage
      title="Usage"
      says={
        <>
          What your{' '}
          <Link href="/keys" className="underline decoration-edge underline-offset-4 hover:decoration-ink">
            keys
          </Link>{' '}
          have asked, and what is left of the month.
        </>
      }
    >
      <UsageDesk initialMonth={wanted} />
    </DashboardPage>
  )
}
