import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { requirePerson } from '@/app/require-account'
import { nextPath, withQuery } from '@/components/sign-in/next-path'
import { TextLink } from '@/components/sign-in/notes'
import { OpenAccount } from '@/components/site/accounts/open-account'
import { PlainPage } from '@/components/ui/plain-page'
import { joinedAccount } from '@/server/features/sign-in/joined-accounts'

export const metadata: Metadata = { title: 'Open an account', robots: 'noindex' }

interface PageProps {
  searchParams: Promise<{ account?: string | string[]; next?: string | string[] }>
}

/** Opens a page in the account that a link names. `proxy.ts` leads here from every page's `?account=`. */
export default async function OpenAccountPage({ searchParams }: PageProps) {
  const { account: id, next } = await searchParams
  const path = (typeof next === 'string' && nextPath(next)) || '/'
  const accountId = typeof id === 'string' ? id : ''
  const person = await requirePerson(withQuery('/accounts/open', { account: accountId, next: path }))
  // The page itself reports that the store does not respond.
  if (!person || person.member?.accountId === accountId) redirect(path)
  const account = await joinedAccount(accountId, person.personId)
  if (account) return <OpenAccount id={account.id} name={account.name} next={path} />
  return (
    <PlainPage title="You’re not in this account">
      <p className="[overflow-wrap:anywhere]">
        This link opens an account that {person.email} isn’t a member of. If you have another sign-in, use that.
        Otherwise, ask an owner of the account to invite you.
      </p>
      <p className="mt-6">
        <TextLink href="/accounts">Your accounts</TextLink>
      </p>
    </PlainPage>
  )
}
