import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { requireAccount } from '@/app/require-account'
import { DashboardPage } from '@/components/account/dashboard-page'
import { titleParts } from '@/components/watchlists/watchlist'
import { WatchlistActions, WatchlistPage, WatchlistTitle } from '@/components/watchlists/watchlist-page'
import { findWatchlist } from '@/server/features/watchlists/find-watchlist'
import { env } from '@/server/platform/settings/env'

/** Reads the account and the title. If the watchlist or the store can't be read, the page's own calls report the problem. */
const read = cache(async (id: string) => {
  const account = await requireAccount(`/watchlists/${id}`)
  const watchlist = account && (await findWatchlist(account.accountId, id).catch(() => null))
  const title = watchlist ? titleParts({ name: watchlist.name, listing_counts: watchlist.counts }) : ['Watchlist']
  return { account, title }
})

interface PageProps {
  params: Promise<{ id: string }>
}

const isId = (id: string) => /^\w{1,40}$/.test(id)

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { id } = await params
  return { title: isId(id) ? (await read(id)).title.join(': ') : 'Watchlist' }
}

export default async function Page({ params }: PageProps) {
  const { id } = await params
  if (!isId(id)) notFound()
  const { account, title } = await read(id)
  return (
    <DashboardPage
      account={account}
      title={<WatchlistTitle key={id} id={id} initial={title} />}
      action={<WatchlistActions key={id} id={id} />}
    >
      <WatchlistPage key={id} id={id} mapHost={env().MAP_HOST} />
    </DashboardPage>
  )
}
