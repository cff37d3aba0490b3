import { limits } from '@/server/access/limits'
import { env } from '@/server/env'
import { countAttempt } from './attempts'
import { inBackground } from './background'
import { type Mail, sendMail } from './mail'

/**
 * The mails that Pinref sends, in the background, up to a limit for each recipient. A failure is logged, and the user can ask
 * for the mail again.
 */
export const mails = {
  confirmEmail: (to: string, url: string) =>
    send({
      to,
      subject: 'Confirm your e-mail',
      text: `Confirm that this is your e-mail at Pinref:\n\n${url}\n\nThe link works for one hour. If you did not ask for it, ignore this mail: nobody can use your e-mail without it.`,
    }),

  changeEmail: (to: string, newEmail: string, url: string) =>
    send({
      to,
      subject: 'Change your e-mail?',
      text: `Somebody who is signed in to your account at Pinref wants to change its e-mail to ${newEmail}. If that is you, go on here:\n\n${url}\n\nThe link works for one hour. If it is not you, ignore the link and choose a new password.`,
    }),

  resetPassword: (to: string, token: string) =>
    send({
      to,
      subject: 'Choose a new password',
      text: `Choose a new password for Pinref:\n\n${page('/reset-password', { token })}\n\nThe link works once, for one hour. If you did not ask for it, ignore this mail; your password stays as it is.`,
    }),

  alreadySignedUp: (to: string) =>
    send({
      to,
      subject: 'You have an account already',
      text: `Somebody, probably you, signed up at Pinref with this e-mail. You have an account already.\n\nSign in: ${page('/sign-in')}\nForgot the password: ${page('/forgot-password')}\n\nIf it was not you, ignore this mail.`,
    }),
}

function send(mail: Mail): void {
  inBackground('a mail could not be sent', sendWithinLimit(mail))
}

async function sendWithinLimit(mail: Mail): Promise<void> {
  const { max, windowSeconds } = limits.mailsToRecipient
  const { allowed } = await countAttempt(`mail:${mailboxOf(mail.to)}`, { max, window: windowSeconds })
  if (allowed) await sendMail(mail)
}

/** `ada+pinref@example.com` is delivered to `ada@example.com`. */
const mailboxOf = (email: string) => email.toLowerCase().replace(/\+[^@]*@/, '@')

function page(path: string, query: Record<string, string> = {}): string {
  const url = new URL(path, env().APP_URL)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
