import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { requireAccount } from '@/app/require-account'
import { DashboardPage } from '@/components/account/dashboard-page'
import { Link } from '@/components/audit/audit-parts'
import { BatchAudit } from '@/components/audit/batch-audit'
import { Letterhead } from '@/components/audit/letterhead'
import { auditTitle } from '@/components/audit/title'
import { WatchBatch } from '@/components/watchlists/watch-listing'
import { findBatch } from '@/server/features/batches/find-batch'
import { sourceKind } from '@/server/places/sources/source'
import { ceilingOfCalls } from '@/server/places/upstream/cost'

/** Reads the account and the title. If the batch or the store can't be read, the page's own calls report the problem. */
const read = cache(async (id: string) => {
  const account = await requireAccount(`/batches/${id}/audit`)
  const batch = account && (await findBatch(account.accountId, id).catch(() => null))
  return { account, title: auditTitle(batch?.name ?? '') }
})

interface PageProps {
  params: Promise<{ id: string }>
}

const isId = (id: string) => /^\w{1,40}$/.test(id)

/** The title is also the name of the PDF, so it doesn't name Pinref. */
export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { id } = await params
  return { title: { absolute: isId(id) ? (await read(id)).title : auditTitle('') } }
}

export default async function Page({ params }: PageProps) {
  const { id } = await params
  if (!isId(id)) notFound()
  const { account, title } = await read(id)
  const prices = {
    lookupCents: ceilingOfCalls('details_enterprise', 1),
    searchCents: ceilingOfCalls('search_enterprise', 1),
  }
  return (
    <DashboardPage
      account={account}
      above={<Letterhead />}
      title={<bdi>{title}</bdi>}
      action={<Link href={`/batches/${id}`}>Open the batch</Link>}
    >
      <BatchAudit key={id} id={id} prices={sourceKind() === 'sample' ? null : prices} watch={<WatchBatch id={id} />} />
    </DashboardPage>
  )
}
