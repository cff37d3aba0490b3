import { type Env, env } from '@/server/env'

/**
 * How mail is sent: through `SMTP_URL`; on an app that is only reached on this machine, printed and kept for its developer;
 * or not at all, and then nothing that needs mail is offered.
 */
export type MailMode = 'smtp' | 'kept' | 'off'

export function mailMode({ SMTP_URL, APP_URL }: Pick<Env, 'SMTP_URL' | 'APP_URL'> = env()): MailMode {
  if (SMTP_URL) return 'smtp'
  return isLoopback(APP_URL) ? 'kept' : 'off'
}

/** Whether an address is this machine's own. */
export function isLoopback(url: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}
