'use client'

import { useState } from 'react'
import { AuthFault } from '@/components/sign-in/auth-call'
import { SignOutButton } from '@/components/site/own-menu'
import { Button, buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Note } from '@/components/ui/note'
import { roleWords } from './account-words'
import { switchTo } from './switch-to'
import type { JoinedAccount } from './use-accounts'

interface AccountListProps {
  accounts: readonly JoinedAccount[]
  /** The session's account; null if the person is not in it. */
  currentId: string | null
  /** The page to open in the chosen account. */
  next: string
}

/** A person's accounts, with a button to open each. */
export function AccountList({ accounts, currentId, next }: AccountListProps) {
  const [busyId, setBusyId] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)

  async function open(id: string) {
    setBusyId(id)
    setFault(null)
    try {
      await switchTo(id, next)
    } catch (error) {
      setBusyId(null)
      setFault(error instanceof AuthFault ? error.detail : 'That didn’t work. Try again.')
    }
  }

  if (accounts.length === 0) return <NoAccounts />
  return (
    <div className="grid gap-3">
      {currentId === null && (
        <Note tone="limit">You’re no longer in the account you used last. Choose another one.</Note>
      )}
      <Card className="divide-y divide-rule">
        {accounts.map((account) => (
          <section
            key={account.id}
            aria-label={account.name}
            className="flex flex-wrap items-center gap-x-4 gap-y-2.5 p-4 sm:px-5"
          >
            <div className="min-w-0 flex-1 basis-40">
              <h2 className="font-medium [overflow-wrap:anywhere]">{account.name}</h2>
              <p className="text-sm text-soft">{roleWords(account)}</p>
            </div>
            {account.id === currentId ? (
              <p className="text-sm text-soft">Current</p>
            ) : (
              <Button aria-label={`Open ${account.name}`} busy={busyId !== null} onClick={() => void open(account.id)}>
                {account.id === busyId ? 'Opening' : 'Open'}
              </Button>
            )}
          </section>
        ))}
      </Card>
      <p role="alert" className="text-sm font-medium text-limit empty:hidden">
        {fault}
      </p>
    </div>
  )
}

const NoAccounts = () => (
  <div className="rounded-lg border border-dashed border-edge px-4 py-8 sm:px-6">
    <p className="font-medium">You’re not in an account</p>
    <p className="mt-1 max-w-[34rem] text-soft">
      Create one below, or ask an owner of an account to invite you. Your sign-in still works.
    </p>
    <SignOutButton className={`${buttonClasses()} mt-5`} />
  </div>
)
