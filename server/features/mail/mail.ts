import { appendFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createTransport, type Transporter } from 'nodemailer'
import { countAttempt } from '@/server/metering/access/limiter'
import { type Limit, limits } from '@/server/metering/access/limits'
import { announce } from '@/server/platform/observability/logger'
import { telemetry } from '@/server/platform/observability/telemetry'
import { makeFolder } from '@/server/platform/runtime/make-folder'
import { env } from '@/server/platform/settings/env'
import { inBackground } from '@/server/platform/store/store-failure'
import { mailMode } from './mode'

export interface Mail {
  to: string
  subject: string
  /** Plain text. */
  text: string
  /** Identifies the email, so email programs show it only once if it is resent. */
  id?: string
  /** A URL that turns off emails like this one when it receives a POST request. */
  unsubscribe?: string
}

/** How long each step of a delivery may take, in milliseconds. */
const timeouts = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 }

let transport: Transporter | undefined

/** Returns the connection to the mail server in `SMTP_URL`, which is created only once. */
function mailServer(): Transporter {
  transport ??= createTransport({ url: env().SMTP_URL, ...timeouts })
  return transport
}

/** Connects and signs in to the mail server in `SMTP_URL` without sending anything. @throws the mail server's error. */
export async function verifyMail(): Promise<void> {
  await mailServer().verify()
}

/**
 * Sends an email through `SMTP_URL`. If this setting is missing and `APP_URL` points to this machine, appends the email
 * to `<DATA_DIR>/mail.jsonl` as a line of JSON (`{ at, to, subject, text }`); under `npm run dev`, also prints it.
 * @throws the mail server's error, or an Error if email is off.
 */
export async function sendMail({ id, unsubscribe, ...mail }: Mail): Promise<void> {
  const { MAIL_FROM, APP_URL, DATA_DIR } = env()
  switch (mailMode()) {
    case 'smtp':
      await withCount(
        mailServer().sendMail({
          from: MAIL_FROM ?? { name: 'Pinref', address: `no-reply@${new URL(APP_URL).hostname}` },
          ...mail,
          ...(id && { messageId: `<${id}@${new URL(APP_URL).hostname}>` }),
          ...(unsubscribe && { headers: unsubscribeHeaders(unsubscribe) }),
        }),
      )
      return
    case 'kept':
      storeMail(join(DATA_DIR, 'mail.jsonl'), mail)
      return
    case 'off':
      throw new Error('Mail can’t be sent without SMTP_URL.')
  }
}

/** Appends an email to a file. The log says only that, because emails contain links that sign people in. */
function storeMail(file: string, mail: Mail): void {
  makeFolder(dirname(file))
  appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...mail })}\n`, { mode: 0o600 })
  if (process.env.NODE_ENV === 'development') {
    process.stderr.write(`Email to ${mail.to}: ${mail.subject}\n\n${mail.text}\n\n`)
  } else announce(`An email was added to ${file}, because SMTP_URL is not set.`)
}

/**
 * Returns the headers for an email program's unsubscribe button.
 * @see https://www.rfc-editor.org/rfc/rfc8058
 */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Counts an email by its outcome. */
async function withCount(sending: Promise<unknown>): Promise<void> {
  const count = (outcome: 'sent' | 'failed') => telemetry.value?.count('mails', { 'pinref.outcome': outcome })
  await sending.then(
    () => count('sent'),
    (error: unknown) => {
      count('failed')
      throw error
    },
  )
}

/**
 * The emails about sign-up and sign-in. These emails are sent in the background, up to a limit for each recipient.
 * Failures are logged; the user can request the email again.
 */
export const mails = {
  confirmEmail: (to: string, url: string) =>
    send({
      to,
      subject: 'Confirm your email',
      text: `To confirm your email for Pinref, open this link:\n\n${url}\n\nThe link works for one hour. If you didn’t sign up, ignore this email. No one can use your address without this link.`,
    }),

  changeEmail: (to: string, newEmail: string, url: string) =>
    send({
      to,
      subject: 'Change your email?',
      text: `Someone who is signed in to your Pinref account wants to change its email to ${newEmail}. If this was you, open this link to continue:\n\n${url}\n\nThe link works for one hour. If this wasn’t you, don’t open the link, and change your password.`,
    }),

  resetPassword: (to: string, token: string) =>
    send({
      to,
      subject: 'Reset your password',
      text: `To choose a new Pinref password, open this link:\n\n${page('/reset-password', { token })}\n\nThe link works once, within one hour. If you didn’t request a new password, ignore this email. Your password won’t change.`,
    }),

  accountDeleted: (to: string, name: string, by: string) =>
    send({
      to,
      subject: `${name} was deleted`,
      text: `${by} deleted the Pinref account ${name}, which you were a member of. Its keys, batches, watchlists, and callbacks are gone. Your sign-in and your other accounts aren’t affected.`,
    }),

  alreadySignedUp: (to: string) =>
    send({
      to,
      subject: 'You already have an account',
      text: `Someone tried to sign up for Pinref with this email, but you already have an account.\n\nSign in: ${page('/sign-in')}\nForgot your password? ${page('/forgot-password')}\n\nIf this wasn’t you, you can ignore this email.`,
    }),
}

/** An account's name for its members; empty in accounts from before accounts had names. */
interface NamedAccount {
  name: string
}

/**
 * The emails about memberships, which accounts' owners cause. They do not count toward the limit on the emails above, so
 * no owner can block those.
 */
export const memberMails = {
  /** The caller counts it toward the recipient's limit. @param by the inviting owner's email. */
  invitation: (to: string, account: NamedAccount, by: string, role: string, url: string) =>
    inBackground('an invitation could not be sent', () =>
      sendMail({
        to,
        subject: 'You’re invited to a Pinref account',
        text: `${by} invited you to join ${accountWords(account)} on Pinref, with the role ${role}. To accept, open this link:\n\n${url}\n\nThe link works once, within seven days. If you don’t know the sender, ignore this email.`,
      }),
    ),

  roleChanged: (to: string, account: NamedAccount, role: string) =>
    sendAboutMembership({
      to,
      subject: 'Your role in a Pinref account has changed',
      text: `An owner of ${accountWords(account)} changed your role to ${role}.\n\nWhat each role may do: ${page('/docs/teams')}`,
    }),

  removed: (to: string, account: NamedAccount) =>
    sendAboutMembership({
      to,
      subject: 'You were removed from a Pinref account',
      text: `An owner of ${accountWords(account)} removed you from the account. Your own sign-in and your other accounts aren’t affected.`,
    }),
}

/** Adds spaces to the name, so that no email program shows a part of it as a link. */
const accountWords = ({ name }: NamedAccount): string =>
  name === '' ? 'an account' : `the account “${name.replace(/([./:@])(?=\S)/g, '$1 ')}”`

function send(mail: Mail): void {
  inBackground('an email could not be sent', () =>
    sendWithin(limits.mailsToRecipient, `mail:${mailboxOf(mail.to)}`, mail),
  )
}

function sendAboutMembership(mail: Mail): void {
  if (mailMode() === 'off') return
  inBackground('an email could not be sent', () =>
    sendWithin(limits.membershipMails, `membership-mail:${mailboxOf(mail.to)}`, mail),
  )
}

async function sendWithin({ max, windowSeconds }: Limit, counter: string, mail: Mail): Promise<void> {
  const { allowed } = await countAttempt(counter, { max, window: windowSeconds })
  if (allowed) await sendMail(mail)
}

/** Removes the tag: `ada+pinref@example.com` is delivered to `ada@example.com`. */
export const mailboxOf = (email: string) => email.toLowerCase().replace(/\+[^@]*@/, '@')

function page(path: string, query: Record<string, string> = {}): string {
  const url = new URL(path, env().APP_URL)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
