import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { requireAccount } from '@/app/require-account'
import { DashboardPage } from '@/components/account/dashboard-page'
import { Accounts } from '@/components/operator/accounts/accounts'
import { OperatorOverview } from '@/components/operator/operator-page'
import { ServerActivity } from '@/components/operator/server-activity'
import { OperatorTabs, operatorTab } from '@/components/operator/tabs'
import { TextLink } from '@/components/sign-in/notes'
import { PlainPage } from '@/components/site/plain-page'
import { firstPage, readServerLog } from '@/server/features/audit/log'
import { mailMode } from '@/server/features/mail/mode'
import { operatorStatus } from '@/server/features/sign-in/session'
import { type SearchParams, searchText } from '../search-text'

export const metadata: Metadata = { title: 'Operator', robots: { index: false } }

/** Returns 404 to everyone but the operators. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const tab = operatorTab((await searchText(searchParams)).tab)
  const account = await requireAccount(tab === 'overview' ? '/operator' : `/operator?tab=${tab}`)
  const status = account ? operatorStatus(account) : 'operator'
  if (status === 'none') notFound()
  if (status === 'unconfirmed') {
    return (
      <PlainPage title="Confirm your email first">
        <p>
          This page is for the people who run this server, including {account?.email}. To open it, confirm that this
          email is yours.{' '}
          {mailMode() === 'off' ? (
            'This server can’t send email, so sign in with GitHub or Google, with an account that has this email.'
          ) : (
            <>
              Open the link in the email we sent when you signed up, or resend it from your{' '}
              <TextLink href="/account">account</TextLink>.
            </>
          )}
        </p>
      </PlainPage>
    )
  }
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
