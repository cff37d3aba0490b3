'use client'

import { type FormEvent, useId, useState } from 'react'
import { formatNumber } from '@/components/format/number'
import { ActionProblem } from '@/components/problems/action-problem'
import { CallProblem } from '@/components/problems/problem-card'
import { Button, SteadyLabel } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Choices } from '@/components/ui/choices'
import { TextField } from '@/components/ui/field'
import { useAccountDialogs } from './account-dialogs'
import { AccountTable } from './account-table'
import { type AccountOrder, useAccounts } from './use-accounts'

const labels = ['Show more', 'Loading'] as const

const orders: Record<AccountOrder, string> = { calls: 'Calls', cost: 'Cost', seen: 'Last seen', email: 'Email' }
const orderNames = Object.values(orders)
const orderOf = (name: string) => (Object.keys(orders) as AccountOrder[]).find((one) => orders[one] === name) ?? 'calls'

/** All accounts, with search and actions to change plans and suspend accounts. */
export function Accounts() {
  const [find, setFind] = useState('')
  const { dialogs, open } = useAccountDialogs()
  const [order, setOrder] = useState<AccountOrder>('calls')
  const list = useAccounts(find, order)
  const accounts = list.data?.flatMap((page) => page.accounts)
  const cutAt = list.data?.[0]?.cutAt ?? null

  return (
    <Card className="min-w-0 p-4 sm:p-6">
      <section aria-labelledby="accounts-title" aria-busy={list.isPending} className="grid gap-4">
        <div>
          <h2 id="accounts-title" className="text-title font-semibold">
            Accounts
          </h2>
          <p className="mt-1 max-w-[42rem] text-soft">
            Changes take effect on the account’s next call and are listed under “Activity.” Cost is the most that this
            month’s calls to Google can cost at its list prices, without its free calls.
          </p>
        </div>
        <FindForm onFind={setFind} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="text-sm text-soft">Sort by</span>
          <Choices
            label="Sort by"
            options={orderNames}
            chosen={orders[order]}
            onChoose={(name) => setOrder(orderOf(name))}
          />
        </div>
        {cutAt !== null && (
          <p className="text-sm text-soft">
            Only the first {formatNumber(cutAt)} accounts, alphabetically by email, are sorted. To find others, enter
            the start of an email address.
          </p>
        )}
        {!accounts && list.error && (
          <CallProblem error={list.error} next="/operator?tab=accounts" onRetry={() => void list.refetch()} />
        )}
        {!accounts && !list.error && <div aria-hidden="true" className="h-48 rounded-md bg-sunk" />}
        {accounts?.length === 0 && (
          <p role="status" className="text-soft">
            {find
              ? 'No accounts found. Enter the start of an email, a whole account id, or an API key as its owner sees it.'
              : 'No accounts yet.'}
          </p>
        )}
        {accounts && accounts.length > 0 && (
          <AccountTable
            accounts={accounts}
            source={list.data?.[0]?.source ?? 'sample'}
            order={`by ${orders[order].toLowerCase()}`}
            onAction={open}
          />
        )}
        {list.hasNextPage && (
          <Button
            className="justify-self-start"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            <SteadyLabel labels={labels} shown={labels[list.isFetchingNextPage ? 1 : 0]} />
          </Button>
        )}
        <ActionProblem error={list.data ? list.error : null} />
      </section>
      {dialogs}
    </Card>
  )
}

/** The search box for accounts; if empty, finds all. */
function FindForm({ onFind }: { onFind: (text: string) => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFind(text.trim())
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is not known to every browser yet
    <form role="search" onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 grow sm:max-w-[28rem]">
        <TextField
          id={id}
          label="Email, account id, or API key"
          placeholder="ada@"
          value={text}
          maxLength={320}
          enterKeyHint="search"
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <Button type="submit" className="min-h-12 px-5">
        Find
      </Button>
    </form>
  )
}
