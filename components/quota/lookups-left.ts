'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { formatNumber } from '@/components/format/number'
import type { Outputs } from '@/components/trpc/client'
import { pageAccountHeader } from '@/server/entrances/trpc/page-account'

/** The user's quota: their plan's if they are signed in, otherwise today's free lookups. */
export interface LookupsLeft {
  of: 'page-session' | 'account'
  /** Null if there is no limit. */
  limit: number | null
  /** Null if there is no limit. */
  remaining: number | null
  /** When the quota resets, in epoch seconds. */
  resetSeconds: number
}

function lookupsLeft({ free, account }: Outputs['status']): LookupsLeft {
  if (!account) return { of: 'page-session', ...free, limit: Number(free.limit) }
  const { limit, used, resetSeconds } = account
  return { of: 'account', limit, remaining: limit === null ? null : Math.max(0, limit - used), resetSeconds }
}

/** Returns how many lookups are left: "4 of 5 free lookups left today". */
export function leftWords({ of, limit, remaining }: LookupsLeft): string {
  if (limit === null || remaining === null) return 'Unlimited lookups'
  const left = `${formatNumber(remaining)} of ${formatNumber(limit)}`
  return of === 'page-session' ? `${left} free lookups left today` : `${left} lookups left this month`
}

/** The quota last fetched, for all parts of the page. */
let left: LookupsLeft | null = null
let requests = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Returns how many lookups are left; null until known. */
export function useLookupsLeft(): LookupsLeft | null {
  useEffect(() => void refreshLookupsLeft(), [])
  return useSyncExternalStore(subscribe, read, unknown)
}

const read = () => left
const unknown = () => null

function subscribe(listener: () => void) {
  listeners.add(listener)
  document.addEventListener('visibilitychange', refreshWhenSeen)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', refreshWhenSeen)
    clearTimeout(timer)
  }
}

function refreshWhenSeen() {
  if (document.visibilityState === 'visible') void refreshLookupsLeft()
}

/**
 * Refreshes the number of lookups left, after a lookup. Doesn't use the tRPC client, so pages don't have to load it.
 */
export async function refreshLookupsLeft(): Promise<void> {
  requests += 1
  const number = requests
  const status = await readStatus().catch(() => null)
  if (status === null || number !== requests) return
  left = lookupsLeft(status)
  clearTimeout(timer)
  // Refreshes when the quota resets, because forms don't offer lookups until then.
  if (left.remaining === 0) timer = setTimeout(() => void refreshLookupsLeft(), untilResetMs(left))
  for (const listener of listeners) listener()
}

/** @see https://trpc.io/docs/rpc */
async function readStatus(): Promise<Outputs['status'] | null> {
  const { account = '' } = document.documentElement.dataset
  const response = await fetch('/api/trpc/status', { headers: { [pageAccountHeader]: account } })
  if (!response.ok) return null
  const { result }: { result: { data: Outputs['status'] } } = await response.json()
  return result.data
}

/** The maximum delay of a browser timer. */
const longestMs = 2_147_483_647

const untilResetMs = ({ resetSeconds }: LookupsLeft): number =>
  Math.min(longestMs, Math.max(5_000, resetSeconds * 1000 - Date.now() + 1_000))
