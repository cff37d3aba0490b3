import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { requireAccount } from '@/app/require-account'
import { Accounts } from '@/components/operator/accounts/accounts'
import { OperatorPage } from '@/components/operator/operator-page'
import { ServerActivity } from '@/components/operator/server-activity'
import { TextLink } from '@/components/sign-in/notes'
import { DashboardPage } from '@/components/site/dashboard-page'
import { PlainPage } from '@/components/site/plain-page'
import { operatorStanding } from '@/server/accounts/operators'
import { mailMode } from '@/server/accounts/sign-in-options'
import { firstPage, readServerLog } from '@/server/observability/audit-log'

export const metadata: Metadata = { title: 'Operator', robots: { index: false } }

/** Answers 404 to everybody but the operators. */
export default async function Page() {
  const account = await requireAccount('/operator')
  const status = account ? operatorStanding(account) : 'operator'
  if (status === 'none') notFound()
  if (status === 'unconfirmed') {
    return (
      <PlainPage title="Confirm your e-mail first">
        <p>
          This page is for the operators of the server, and {account?.email} is named as one. Until it is confirmed,
          anybody could have signed up with it.{' '}
          {mailMode() === 'off' ? (
            'This server sends no mail: sign in through GitHub or Google with an account that has this e-mail.'
          ) : (
            <>
              Open the link in the mail that was sent when you signed up, or have it sent again from your{' '}
              <TextLink href="/account">account</TextLink>.
            </>
          )}
        </p>
      </PlainPage>
    )
  }
  const activity = account && (await readServerLog(firstPage))
  return (
    <DashboardPage
      account={account}
      title="Operator"
      description="How this server is, what was called, spent and paid, who has an account, and what happened to accounts."
    >
      <div className="grid gap-6">
        <OperatorPage />
        {activity && (
          <>
            <Accounts />
            <ServerActivity key={activity.events[0]?.id} first={activity} />
          </>
        )}
      </div>
    </DashboardPage>
  )
}
