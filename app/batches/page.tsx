import type { Metadata } from 'next'
import { requireAccount } from '@/app/require-account'
import { DashboardPage } from '@/components/account/dashboard-page'
import { MayChange } from '@/components/account/page-account'
import { BatchList } from '@/components/batches/batch-list'
import { buttonClasses } from '@/components/ui/button'
import { SiteLink } from '@/components/ui/site-link'

export const metadata: Metadata = { title: 'Batches' }

export default async function Page() {
  const account = await requireAccount('/batches')
  return (
    <DashboardPage
      account={account}
      title="Batches"
      action={
        <MayChange>
          <SiteLink href="/bulk" className={`${buttonClasses('primary')} px-4! py-2! text-sm!`}>
            New batch
          </SiteLink>
        </MayChange>
      }
    >
      <BatchList />
    </DashboardPage>
  )
}
