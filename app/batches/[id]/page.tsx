import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { requireAccount } from '@/app/require-account'
import { DashboardPage } from '@/components/account/dashboard-page'
import { OneBatch } from '@/components/batches/batches-page'
import { SiteLink } from '@/components/ui/site-link'

export const metadata: Metadata = { title: 'Batch' }

interface PageProps {
  params: Promise<{ id: string }>
}

export default async function Page({ params }: PageProps) {
  const { id } = await params
  if (!/^\w{1,40}$/.test(id)) notFound()
  const account = await requireAccount(`/batches/${id}`)
  return (
    <DashboardPage
      account={account}
      title="Batch"
      action={
        <SiteLink href="/batches" className="text-sm underline decoration-edge underline-offset-4 hover:decoration-ink">
          All batches
        </SiteLink>
      }
    >
      <OneBatch key={id} id={id} />
    </DashboardPage>
  )
}
