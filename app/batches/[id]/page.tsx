import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { requireAccount } from '@/app/require-account'
import { DashboardPage } from '@/components/account/dashboard-page'
import { titleParts } from '@/components/batches/batch'
import { BatchActions, BatchTitle, OneBatch } from '@/components/batches/batch-page'
import { WatchBatch } from '@/components/watchlists/watch-listing'
import { batchSums } from '@/server/features/batches/batch'
import { findBatch } from '@/server/features/batches/find-batch'

/** Reads the account and the title. If the batch or the store can't be read, the page's own calls report the problem. */
const read = cache(async (id: string) => {
  const account = await requireAccount(`/batches/${id}`)
  const batch = account && (await findBatch(account.accountId, id).catch(() => null))
  const title = batch ? titleParts({ ...batch, name: batch.name || null, ...batchSums(batch) }) : ['Batch']
  return { account, title }
})

interface PageProps {
  params: Promise<{ id: string }>
}

const isId = (id: string) => /^\w{1,40}$/.test(id)

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { id } = await params
  return { title: isId(id) ? (await read(id)).title.join(': ') : 'Batch' }
}

export default async function Page({ params }: PageProps) {
  const { id } = await params
  if (!isId(id)) notFound()
  const { account, title } = await read(id)
  return (
    <DashboardPage
      account={account}
      title={<BatchTitle key={id} id={id} initial={title} />}
      action={<BatchActions key={id} id={id} />}
    >
      <OneBatch key={id} id={id} watch={<WatchBatch id={id} />} />
    </DashboardPage>
  )
}
