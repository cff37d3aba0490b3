'use client'

import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { reportSwitch } from '@/components/trpc/account-switched'
import type { Role } from '@/server/metering/access/members'

const RoleContext = createContext<Role | null>(null)

interface PageAccountProps {
  /** The account that the page was rendered for, and the person's role in it; null for a visitor or if unknown. */
  account: { accountId: string; role: Role } | null
  children: ReactNode
}

/**
 * Provides the person's role to a page's actions. A page that is opened after the person switched accounts in another
 * tab is reported, because the rest of the site still shows the previous account.
 */
export function PageAccount({ account, children }: PageAccountProps) {
  const accountId = account?.accountId
  useEffect(() => {
    const { account: ofSite } = document.documentElement.dataset
    if (accountId && ofSite && accountId !== ofSite) reportSwitch()
  }, [accountId])
  return <RoleContext value={account?.role ?? null}>{children}</RoleContext>
}

/** Returns whether to offer what changes an account or spends its calls. Viewers may do neither. */
export const useMayChange = (): boolean => useContext(RoleContext) !== 'viewer'

/** Shows an action that changes an account or spends its calls, except to viewers. */
export const MayChange = ({ children }: { children: ReactNode }) => useMayChange() && children
