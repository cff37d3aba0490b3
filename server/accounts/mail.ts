import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport, type Transporter } from 'nodemailer'
import { env } from '@/server/env'
import { mailMode } from './sign-in-options'

export interface Mail {
  to: string
  subject: string
  /** Plain text. */
  text: string
}

/** How long each step of a delivery may take. */
const timeouts = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 }

let transport: Transporter | undefined

/**
 * Sends a mail through `SMTP_URL`. Without it, on an app that is only reached on this machine, the mail is printed on standard
 * error and kept as one line of JSON (`{ at, to, subject, text }`) in `<DATA_DIR>/mail.jsonl`, newest last.
 * @throws the mail server's error, or an Error if mail is off.
 */
export async function sendMail(mail: Mail): Promise<void> {
  const { SMTP_URL, MAIL_FROM, APP_URL, DATA_DIR } = env()
  switch (mailMode()) {
    case 'smtp':
      transport ??= createTransport({ url: SMTP_URL, ...timeouts })
      await transport.sendMail({
        from: MAIL_FROM ?? { name: 'Pinref', address: `no-reply@${new URL(APP_URL).hostname}` },
        ...mail,
      })
      return
    case 'kept':
      process.stderr.write(`Mail to ${mail.to}: ${mail.subject}\n\n${mail.text}\n\n`)
      mkdirSync(DATA_DIR, { recursive: true })
      appendFileSync(join(DATA_DIR, 'mail.jsonl'), `${JSON.stringify({ at: new Date().toISOString(), ...mail })}\n`, {
        mode: 0o600,
      })
      return
    case 'off':
      throw new Error('no mail can be sent without SMTP_URL')
  }
}
