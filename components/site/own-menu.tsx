'use client'

import { useState } from 'react'
import { useAccounts } from '@/components/site/accounts/use-accounts'
import { useLoaded } from '@/components/ui/loading'
import { signOut } from './sign-out'

/** Loaded only for a person in several accounts. */
const loadEntries = () => import('./accounts/account-entries')

/** The accounts of a person who is in several; nothing for a person in one account. */
export function AccountEntries(props: { className: string; onFollow: () => void }) {
  const accounts = useAccounts()
  const isInSeveral = accounts !== null && accounts.accounts.length > 1
  const entries = useLoaded(isInSeveral ? loadEntries : null)
  return isInSeveral && entries && <entries.AccountEntries accounts={accounts} {...props} />
}

const words = { ready: 'Sign out', busy: 'Signing out', failed: 'Couldn’t sign out. Try again' }

/** A menu entry that signs this browser out. */
export function SignOutButton({ className }: { className: string }) {
  const [state, setState] = useState<keyof typeof words>('ready')

  async function onClick() {
    if (state === 'busy') return
    setState('busy')
    if (!(await signOut())) setState('failed')
  }

  return (
    <button type="button" aria-disabled={state === 'busy' || undefined} onClick={onClick} className={className}>
      <span aria-live="polite">{words[state]}</span>
    </button>
  )
}
