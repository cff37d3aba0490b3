import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'

interface KeptMail {
  to: string
  subject: string
  text: string
}

/** Waits until a server without a mail server has stored an email with this subject, and returns the newest one. */
export async function keptMail(dataDir: string, email: string, subject: string): Promise<KeptMail> {
  let found: KeptMail | undefined
  await expect(() => {
    const lines = readFileSync(join(dataDir, 'mail.jsonl'), 'utf8').trim().split('\n')
    const mails: KeptMail[] = lines.map((line) => JSON.parse(line))
    found = mails.filter((mail) => mail.to === email && mail.subject === subject).at(-1)
    expect(found).toBeDefined()
  }).toPass({ timeout: 30_000 })
  if (!found) throw new Error(`no mail "${subject}" to ${email}`)
  return found
}
