import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { DashboardPage } from '@/components/account/dashboard-page'
import { AccountPage } from '@/components/operator/accounts/account-page'
import { OperatorTabs } from '@/components/operator/tabs'
import { readAccount } from '@/server/features/account-data/listed-accounts'
import { isId } from '@/server/features/sign-in/adapter/redis-keys'
import { requireOperator } from '../../require-operator'

export const metadata: Metadata = { title: 'Operator: account', robots: { index: false } }

/** Returns 404 to everyone but the operators, and if there is no such account. */
export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!isId(id)) notFound()
  const { account, instead } = await requireOperator(`/operator/accounts/${id}`)
  if (instead) return instead
  const shown = account && (await readAccount(id))
  if (account && !shown) notFound()
  return (
    <DashboardPage
      account={account}
      title={<span className="[overflow-wrap:anywhere]">{shown?.email ?? 'Account'}</span>}
    >
      <OperatorTabs open="accounts" />
      <AccountPage key={id} id={id} />
    </DashboardPage>
  )
}
