import type { Metadata } from 'next'
import { requireAccount } from '@/app/require-account'
import { DashboardPage } from '@/components/account/dashboard-page'
import { NewWatchlistButton, WatchlistList } from '@/components/watchlists/watchlist-list'

export const metadata: Metadata = { title: 'Watchlists' }

export default async function Page() {
  const account = await requireAccount('/watchlists')
  return (
    <DashboardPage account={account} title="Watchlists" action={<NewWatchlistButton />}>
      <WatchlistList />
    </DashboardPage>
  )
}
