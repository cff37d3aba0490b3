import { randomUUID } from 'node:crypto'
import { logError } from '@/server/observability/log-error'
import { readIndex } from '../adapter/account-index'
import { mailMode } from '../sign-in-options'
import { beginPass, type Pass } from './daily-state'
import { expiryAlert } from './expiry-alert'
import { type Alert, sendAlert } from './send-alert'

const pageSize = 100

/** nodemailer's error codes for a recipient, or a mail, that the mail server refuses. */
const refusals = ['EENVELOPE', 'EMESSAGE']

/**
 * `done`: every account was checked today; `running`: another process holds the pass; `unfinished`: a later call does the rest.
 */
type DailyOutcome = 'done' | 'running' | 'unfinished'

/**
 * Mails the owners of keys that expire soon, once a day no matter how often and by how many processes it is called. Goes through
 * all accounts a page at a time, and continues where an earlier call stopped.
 * @param goesOn whether there is time for another page.
 * @throws PinrefError `store_unavailable`; the mail server's error if it takes no mail.
 */
export async function mailDailyAlerts(goesOn: () => boolean): Promise<DailyOutcome> {
  if (mailMode() === 'off') return 'done'
  const holder = randomUUID()
  for (;;) {
    const pass = await beginPass(new Date().toISOString().slice(0, 10), holder)
    if (typeof pass === 'string') return pass
    const outcome = await goThrough(pass, goesOn)
    // The finished pass may be that of an earlier day.
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
 * @returns false if another process holds the pass by now.
 * @throws the mail server's error if it takes no mail at all; a later call then repeats the page.
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
