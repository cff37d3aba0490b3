import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { requireAccount } from '@/app/require-account'
import { DashboardPage } from '@/components/account/dashboard-page'
import { Link } from '@/components/audit/audit-parts'
import { Letterhead } from '@/components/audit/letterhead'
import { auditTitle } from '@/components/audit/title'
import { WatchlistAudit } from '@/components/audit/watchlist-audit'
import { findWatchlist } from '@/server/features/watchlists/find-watchlist'
import { daysCounted } from '@/server/features/watchlists/limits'
import { sourceKind } from '@/server/places/sources/source'

/** Reads the account and the title. If the watchlist or the store can't be read, the page's own calls report the problem. */
const read = cache(async (id: string) => {
  const account = await requireAccount(`/watchlists/${id}/audit`)
  const watchlist = account && (await findWatchlist(account.accountId, id).catch(() => null))
  return { account, title: auditTitle(watchlist?.name ?? '') }
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
  return (
    <DashboardPage
      account={account}
      above={<Letterhead />}
      title={<bdi>{title}</bdi>}
      action={<Link href={`/watchlists/${id}`}>Open the watchlist</Link>}
    >
      <WatchlistAudit key={id} id={id} isSample={sourceKind() === 'sample'} changeDays={daysCounted} />
    </DashboardPage>
  )
}
