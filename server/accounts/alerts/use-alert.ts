import { listKeys } from '@/server/access/key-store'
import { logError } from '@/server/observability/log-error'
import { keyUsed, planUsed } from './alert-mails'
import { sendAlert } from './send-alert'

/** How much of a month's limit is used. */
interface LimitUse {
  accountId: string
  /** Whose limit: the plan's, or that of the key with this id. */
  of: 'plan' | { keyId: string }
  used: number
  limit: number
  /** When the month ends, epoch seconds. */
  resetSeconds: number
}

/** In percent, largest first. */
const thresholds = [100, 80]

/** How often a process looks whether an alert is to be sent, at most: every call beyond the first threshold asks for it. */
const everyMs = 600_000

/** Alerts that this process has looked at -> when it looks again, epoch milliseconds. */
const nextLook = new Map<string, number>()
const mostLooks = 10_000

/**
 * Mails the owner of an account once 80% of a limit are used, and once all of it is: each once a month for each limit, so that a
 * larger plan has alerts of its own. Who is past both at once gets the second alone. Never fails: a failure is logged, and a
 * later call tries again.
 */
export async function alertOfUse(use: LimitUse): Promise<void> {
  const { accountId, of, used, limit, resetSeconds } = use
  const reached = limit > 0 ? thresholds.filter((percent) => used * 100 >= limit * percent) : []
  const subject = of === 'plan' ? 'plan' : of.keyId
  const marks = reached.map((percent) => `${subject}:${resetSeconds}:${limit}:${percent}`)
  const [largest] = marks
  if (largest === undefined || !isDue(`${accountId}:${largest}`)) return
  try {
    await sendAlert({
      ...{ accountId, marks, until: resetSeconds },
      kind: of === 'plan' ? 'quota' : 'key-limit',
      write: (taken) => (taken.includes(largest) ? mailOf(use) : null),
    })
  } catch (error) {
    logError('an alert could not be sent', { error })
  }
}

async function mailOf(use: LimitUse) {
  const { accountId, of } = use
  if (of === 'plan') return planUsed(use)
  const key = (await listKeys(accountId)).find(({ id }) => id === of.keyId)
  return key ? keyUsed(key, use) : null
}

function isDue(alert: string): boolean {
  const now = Date.now()
  if ((nextLook.get(alert) ?? 0) > now) return false
  if (nextLook.size >= mostLooks) nextLook.clear()
  nextLook.set(alert, now + everyMs)
  return true
}
