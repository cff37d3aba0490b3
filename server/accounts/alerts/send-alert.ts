import type { AlertKind } from '@/server/observability/audit-event'
import { mailMode } from '../sign-in-options'
import type { AlertMail } from './alert-mails'
import { giveUpMarks, keepMarks, takeMarks } from './marks'

/** Something that an account is mailed of once. */
export interface Alert {
  accountId: string
  kind: AlertKind
  /** What makes it this alert and no other: see `marks.ts`. */
  marks: readonly string[]
  /** Until when it is remembered that it was sent, epoch seconds. */
  until: number
  /** Writes the mail, with those of the marks that were not mailed before; null: there is nothing to say. */
  write(taken: readonly string[]): Promise<AlertMail | null> | AlertMail | null
}

/**
 * Mails an alert, unless it was mailed before, or another process does so just now, or it is switched off. The limit of mails to
 * one recipient does not count it: whoever asks for other mails must not be able to hold it back.
 * @throws PinrefError `store_unavailable`; what the mail server says. It can be sent again then.
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
      // Here and not above: a process that sends no mail does not load the library.
      const { sendMail } = await import('../mail')
      await sendMail({ to: email, ...mail })
    }
  } catch (error) {
    await giveUpMarks(accountId, taken)
    throw error
  }
  await keepMarks(accountId, taken, until)
}
