import { formatNumber } from '@/components/format/number'
import type { Outputs } from '@/components/trpc/client'

/** The user's quota: their plan's if they are signed in, otherwise today's free lookups. */
export interface LookupsLeft {
  of: 'page-session' | 'account'
  /** Null if there is no limit. */
  limit: number | null
  /** Null if there is no limit. */
  remaining: number | null
  /** When it resets, epoch seconds. */
  resetSeconds: number
}

export function lookupsLeft({ free, account }: Outputs['status']): LookupsLeft {
  if (!account) return { of: 'page-session', ...free, limit: Number(free.limit) }
  const { limit, used, resetSeconds } = account
  return { of: 'account', limit, remaining: limit === null ? null : Math.max(0, limit - used), resetSeconds }
}

/** Says how many lookups are left: "4 of 5 free lookups left today". */
export function leftWords({ of, limit, remaining }: LookupsLeft): string {
  if (limit === null || remaining === null) return 'Unlimited lookups'
  const left = `${formatNumber(remaining)} of ${formatNumber(limit)}`
  return of === 'page-session' ? `${left} free lookups left today` : `${left} lookups left this month`
}
