'use client'

import { useEffect, useState } from 'react'
import type { Outputs } from '@/components/trpc/client'
import { loadClient } from '@/components/trpc/lazy-client'

export type Accounts = Outputs['accounts']['list']
export type JoinedAccount = Accounts['accounts'][number]

/** Reads the person's accounts. */
export const readAccounts = (): Promise<Accounts> => loadClient().then((client) => client.accounts.list.query())

let first: Promise<Accounts> | null = null

/** Reads the person's accounts once per page. */
function pageAccounts(): Promise<Accounts> {
  first ??= readAccounts()
  first.catch(() => {
    first = null
  })
  return first
}

/** Returns the person's accounts; null until they are read, and if reading them fails. */
export function useAccounts(read = pageAccounts): Accounts | null {
  const [accounts, setAccounts] = useState<Accounts | null>(null)
  useEffect(() => {
    let isGone = false
    read().then(
      (read) => isGone || setAccounts(read),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [read])
  return accounts
}

/** Returns the account that the session is in; null if the person is not in one. */
export const currentOf = ({ accounts, current }: Accounts): JoinedAccount | null =>
  accounts.find(({ id }) => id === current?.id) ?? null
