import type { MonthUse } from '@/server/access/admission'
import { readKeys } from '@/server/access/key-list'
import { logError } from '@/server/observability/log-error'
import { alertThresholds } from './alert-kinds'
import { keyUsed, planUsed } from './alert-mails'
import { sendAlert } from './send-alert'

/** How often, at most, a process checks whether to send an alert: every call beyond the first threshold asks for it. */
const everyMs = 600_000

/** Alerts that this process has checked -> when it checks again, epoch milliseconds. */
const nextLook = new Map<string, number>()
const maxLooks = 10_000

/**
 * Mails the owner of an account when 80% of a limit is used, and again when all of it is. Each mail is sent once a month for each
 * limit, so a larger plan has alerts of its own. If both thresholds are passed at once, only the second mail is sent. Never
 * fails: a failure is logged, and a later call tries again.
 */
export async function alertOfUse(accountId: string, use: MonthUse): Promise<void> {
  const { of, used, limit, resetSeconds } = use
  const reached = limit > 0 ? alertThresholds.filter((percent) => used * 100 >= limit * percent) : []
  const subject = of === 'plan' ? 'plan' : of.keyId
  const marks = reached.map((percent) => `${subject}:${resetSeconds}:${limit}:${percent}`)
  const [largest] = marks
  if (largest === undefined || !isDue(`${accountId}:${largest}`)) return
  try {
    await sendAlert({
      ...{ accountId, marks, until: resetSeconds },
      kind: of === 'plan' ? 'quota' : 'key-limit',
      write: (taken) => (taken.includes(largest) ? mailOf(accountId, use) : null),
    })
  } catch (error) {
    logError('an alert could not be sent', { error })
  }
}

async function mailOf(accountId: string, use: MonthUse) {
  const { of } = use
  if (of === 'plan') return planUsed(use)
  const key = (await readKeys(accountId)).find(({ id }) => id === of.keyId)
  return key ? keyUsed(key, use) : null
}

function isDue(alert: string): boolean {
  const now = Date.now()
  if ((nextLook.get(alert) ?? 0) > now) return false
  if (nextLook.size >= maxLooks) nextLook.clear()
  nextLook.set(alert, now + everyMs)
  return true
}
