import type { Metadata } from 'next'
import { DashboardPage } from '@/components/account/dashboard-page'
import { Accounts } from '@/components/operator/accounts/accounts'
import { OperatorOverview } from '@/components/operator/operator-page'
import { ServerActivity } from '@/components/operator/server-activity'
import { OperatorTabs, operatorTab } from '@/components/operator/tabs'
import { firstPage, readServerLog } from '@/server/features/audit/log'
import { type SearchParams, searchText } from '../search-text'
import { requireOperator } from './require-operator'

export const metadata: Metadata = { title: 'Operator', robots: { index: false } }

/** Returns 404 to everyone but the operators. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const tab = operatorTab((await searchText(searchParams)).tab)
  const { account, instead } = await requireOperator(tab === 'overview' ? '/operator' : `/operator?tab=${tab}`)
  if (instead) return instead
  const activity = account && tab === 'activity' ? await readServerLog(firstPage) : null
  return (
    <DashboardPage account={account} title="Operator" description="For the people who run this server.">
      <OperatorTabs open={tab} />
      {tab === 'overview' && <OperatorOverview />}
      {tab === 'accounts' && <Accounts />}
      {activity && <ServerActivity key={activity.events[0]?.id} first={activity} />}
    </DashboardPage>
  )
}
