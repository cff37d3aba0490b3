import type { Metadata } from 'next'
import { requirePerson } from '@/app/require-account'
import { DashboardPage } from '@/components/account/dashboard-page'
import { nextPath } from '@/components/sign-in/next-path'
import { AccountList } from '@/components/site/accounts/account-list'
import { NewAccount } from '@/components/site/accounts/new-account'
import { Note } from '@/components/ui/note'
import { joinedAccounts } from '@/server/features/sign-in/joined-accounts'

export const metadata: Metadata = { title: 'Accounts' }

interface PageProps {
  searchParams: Promise<{ next?: string | string[] }>
}

/** A person's accounts. A person who is in none, or no longer in the session's, chooses one here. */
export default async function AccountsPage({ searchParams }: PageProps) {
  const { next } = await searchParams
  const person = await requirePerson('/accounts')
  const accounts = person && (await joinedAccounts(person.personId))
  const path = (typeof next === 'string' && nextPath(next)) || '/'
  return (
    <DashboardPage
      account={null}
      title="Accounts"
      description="Each account has its own plan, keys, batches, watchlists, and members. Your sign-in is the same in all of them."
    >
      <div className="grid max-w-[46rem] gap-7">
        {accounts === null ? (
          <Note tone="limit">Your accounts couldn’t be loaded. Your data is safe. Try again in a moment.</Note>
        ) : (
          <>
            <AccountList accounts={accounts} currentId={person?.member?.accountId ?? null} next={path} />
            <NewAccount />
          </>
        )}
      </div>
    </DashboardPage>
  )
}
