import { randomUUID } from 'node:crypto'
import { logError } from '@/server/observability/log-error'
import { readIndex } from '../adapter/account-index'
import { mailMode } from '../sign-in-options'
import { beginPass, type Pass } from './daily-state'
import { expiryAlert } from './expiry-alert'
import { type Alert, sendAlert } from './send-alert'

const pageSize = 100

/** How nodemailer calls a recipient, or a mail, that the mail server does not take. */
const refusals = ['EENVELOPE', 'EMESSAGE']

/** `done`: every account was looked at today; `running`: another process is at it; `unfinished`: the rest is for the next time. */
type DailyOutcome = 'done' | 'running' | 'unfinished'

/**
 * Mails the owners of keys that expire soon, once a day however often and by however many processes it is asked for. It goes over
 * all accounts, a page at a time, and goes on where it was broken off.
 * @param goesOn whether there is time for another page.
 * @throws PinrefError `store_unavailable`; what the mail server says where it takes no mail.
 */
export async function mailDailyAlerts(goesOn: () => boolean): Promise<DailyOutcome> {
  if (mailMode() === 'off') return 'done'
  const holder = randomUUID()
  for (;;) {
    const pass = await beginPass(new Date().toISOString().slice(0, 10), holder)
    if (typeof pass === 'string') return pass
    const outcome = await goThrough(pass, goesOn)
    // It may have been yesterday's.
    if (outcome !== 'done') return outcome
  }
}

async function goThrough(pass: Pass, goesOn: () => boolean): Promise<DailyOutcome> {
  let { cursor } = pass
  const stillOurs = () => pass.hold(cursor)
  try {
    while (goesOn()) {
      const page = await readIndex('', cursor, pageSize)
      const now = Math.floor(Date.now() / 1000)
      const alerts = await Promise.all(page.map(({ accountId }) => expiryAlert(accountId, now)))
      if (!(await sendAll(alerts, stillOurs))) return 'running'
      if (page.length < pageSize) return (await pass.finish()) ? 'done' : 'running'
      cursor = page.at(-1)?.member ?? null
      if (!(await stillOurs())) return 'running'
    }
  } catch (error) {
    await pass.leave().catch(() => {})
    throw error
  }
  await pass.leave()
  return 'unfinished'
}

/**
 * @returns false where the pass is another process's by now.
 * @throws what the mail server says where it takes no mail at all: the page is gone over again then.
 */
async function sendAll(alerts: ReadonlyArray<Alert | null>, stillOurs: () => Promise<boolean>): Promise<boolean> {
  for (const alert of alerts) {
    if (alert === null) continue
    await sendAlert(alert).catch((error: unknown) => {
      if (!refusals.includes(String((error as { code?: unknown }).code))) throw error
      logError('an alert could not be sent', { error })
    })
    if (!(await stillOurs())) return false
  }
  return true
}
