import type { MonthUse } from '@/server/metering/access/admission'
import { type KeyDetails, readKeys } from '@/server/metering/access/key-list'
import { logError } from '@/server/platform/observability/logger'
import { alertThresholds } from './alert-kinds'
import { keyUsed, planUsed } from './alert-mails'
import { sendAlert } from './send-alert'

/** The minimum time between checks of an alert in one process. Every call over the first threshold requests a check. */
const everyMs = 600_000

/** The alerts that this process has checked, and when it may check each one again, in epoch milliseconds. */
const nextCheck = new Map<string, number>()
const maxChecks = 10_000

/**
 * Emails an account's owners, and the maker of a key about its limit, when 80% and 100% of a limit are used. Each email is sent once per month and limit, so a
 * larger plan gets new alerts. If both thresholds are passed at once, only the second email is sent. Failures are
 * logged, and a later call tries again.
 */
export async function alertOfUse(accountId: string, use: MonthUse): Promise<void> {
  const { of, used, limit, resetSeconds } = use
  const reached = limit > 0 ? alertThresholds.filter((percent) => used * 100 >= limit * percent) : []
  const subject = of === 'plan' ? 'plan' : of.keyId
  const marks = reached.map((percent) => `${subject}:${resetSeconds}:${limit}:${percent}`)
  const [largest] = marks
  if (largest === undefined || !isDue(`${accountId}:${largest}`)) return
  try {
    const key = of === 'plan' ? undefined : await keyOfBudget(accountId, of.keyId)
    await sendAlert({
      to: { accountId, makerIds: [key?.maker ?? null] },
      marks,
      until: resetSeconds,
      kind: of === 'plan' ? 'quota' : 'key-limit',
      write(reserved) {
        if (!reserved.includes(largest)) return null
        if (of === 'plan') return planUsed(accountId, use)
        return key ? keyUsed(accountId, key, use) : null
      },
    })
  } catch (error) {
    logError('an alert could not be sent', { error })
  }
}

/** Returns the newest of the keys that share a budget. */
const keyOfBudget = async (accountId: string, budgetId: string): Promise<KeyDetails | undefined> =>
  (await readKeys(accountId)).find(({ budgets }) => budgets[0]?.id === budgetId)

function isDue(alert: string): boolean {
  const now = Date.now()
  if ((nextCheck.get(alert) ?? 0) > now) return false
  if (nextCheck.size >= maxChecks) nextCheck.clear()
  nextCheck.set(alert, now + everyMs)
  return true
}
