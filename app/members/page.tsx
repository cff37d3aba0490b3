import type { Metadata } from 'next'
import { requireAccount } from '@/app/require-account'
import { DashboardPage } from '@/components/account/dashboard-page'
import { MembersPage } from '@/components/members/members-page'
import { TextLink } from '@/components/sign-in/notes'

export const metadata: Metadata = { title: 'Members' }

export default async function Page() {
  const account = await requireAccount('/members')
  return (
    <DashboardPage
      account={account}
      title="Members"
      description={
        <>
          Everyone in this account shares its plan, keys, batches, and watchlists.{' '}
          <TextLink href="/docs/teams">What each role can do</TextLink>
        </>
      }
    >
      <MembersPage personId={account?.personId ?? null} role={account?.role ?? null} />
    </DashboardPage>
  )
}
