import { type Env, env } from '@/server/platform/settings/env'

/**
 * How email is sent. `smtp`: through `SMTP_URL`. `kept`: stored in a file, if `APP_URL` points to this machine.
 * `off`: not at all; features that need email are turned off.
 */
export type MailMode = 'smtp' | 'kept' | 'off'

export function mailMode({ SMTP_URL, APP_URL }: Pick<Env, 'SMTP_URL' | 'APP_URL'> = env()): MailMode {
  if (SMTP_URL) return 'smtp'
  return isLoopback(APP_URL) ? 'kept' : 'off'
}

/** Returns whether a URL points to this machine. */
export function isLoopback(url: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}
