'use client'

import { useState } from 'react'
import { CheckIcon } from '@/components/ui/icons'
import { SiteLink } from '@/components/ui/site-link'
import { roleWords } from './account-words'
import type { Accounts } from './use-accounts'

interface AccountEntriesProps {
  accounts: Accounts
  className: string
  onFollow: () => void
}

/** A person's accounts: a click on one opens it. */
export function AccountEntries({ accounts, className, onFollow }: AccountEntriesProps) {
  const [busyId, setBusyId] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)

  async function open(id: string) {
    if (busyId !== null) return
    setBusyId(id)
    setFault(null)
    try {
      // Loaded on the first click, with the texts of all faults of sign-in.
      const { switchTo } = await import('./switch-to')
      await switchTo(id)
    } catch (error) {
      setBusyId(null)
      setFault(error instanceof Error && error.name === 'AuthFault' ? error.message : 'That didn’t work. Try again.')
    }
  }

  return (
    <div className="mb-1.5 border-b border-rule pb-1.5">
      <ul aria-label="Accounts" className="max-h-60 overflow-y-auto">
        {accounts.accounts.map((account) => {
          const isCurrent = account.id === accounts.current?.id
          return (
            <li key={account.id}>
              <button
                type="button"
                aria-current={isCurrent || undefined}
                aria-disabled={busyId !== null || undefined}
                onClick={() => (isCurrent ? onFollow() : void open(account.id))}
                className={`${className} gap-2 py-1.5`}
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate" title={account.name}>
                    {account.name}
                  </span>
                  <span className="block truncate text-xs font-normal text-soft">
                    {account.id === busyId ? 'Opening' : roleWords(account)}
                  </span>
                </span>
                {isCurrent && <CheckIcon />}
              </button>
            </li>
          )
        })}
      </ul>
      <p role="alert" className="px-3.5 text-sm text-limit empty:hidden">
        {fault}
      </p>
      <SiteLink href="/accounts#new" onClick={onFollow} className={className}>
        New account
      </SiteLink>
    </div>
  )
}
