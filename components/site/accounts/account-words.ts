import { formatNumber } from '@/components/format/number'
import type { Role } from '@/server/metering/access/members'
import type { Accounts, JoinedAccount } from './use-accounts'

const roleNames: Record<Role, string> = { owner: 'Owner', member: 'Member', viewer: 'Viewer' }

/** Returns a person's role in an account and its plan: "Viewer · Pro". */
export const roleWords = ({ role, plan }: Pick<JoinedAccount, 'role' | 'plan'>): string =>
  `${roleNames[role]} · ${plan}`

/** Returns the session's account's plan and what is left of it this month: "Pro · 12,300 left". */
export function leftWords({ plan }: JoinedAccount, current: Accounts['current']): string {
  if (current === null) return plan
  const { limit, used } = current
  return `${plan} · ${limit === null ? 'Unlimited' : `${formatNumber(Math.max(0, limit - used))} left`}`
}
