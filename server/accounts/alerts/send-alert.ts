import type { AlertKind } from '@/server/observability/audit-event'
import { mailMode } from '../sign-in-options'
import type { AlertMail } from './alert-mails'
import { giveUpMarks, keepMarks, takeMarks } from './marks'

/** Something that an account is mailed about once. */
export interface Alert {
  accountId: string
  kind: AlertKind
  /** What identifies the alert: see `marks.ts`. */
  marks: readonly string[]
  /** Until when the alert is remembered as sent, epoch seconds. */
  until: number
  /** Writes the mail, given the marks that were not mailed before; null if there is nothing to say. */
  write(taken: readonly string[]): Promise<AlertMail | null> | AlertMail | null
}

/**
 * Mails an alert, unless it was mailed before, another process is mailing it, or it is switched off. It does not count towards
 * the limit of mails to one recipient: somebody who requests other mails must not be able to hold it back.
 * @throws PinrefError `store_unavailable`; the mail server's error. The alert can then be sent again.
 */
export async function sendAlert({ accountId, kind, marks, until, write }: Alert): Promise<void> {
  const mode = mailMode()
  if (mode === 'off') return
  const found = await takeMarks(accountId, kind, marks, mode === 'kept')
  if (!found || found.taken.length === 0) return
  const { email, taken } = found
  try {
    const mail = await write(taken)
    if (mail) {
      // Imported here, not above: a process that sends no mail does not load the library.
      const { sendMail } = await import('../mail')
      await sendMail({ to: email, ...mail })
    }
  } catch (error) {
    await giveUpMarks(accountId, taken)
    throw error
  }
  await keepMarks(accountId, taken, until)
}
