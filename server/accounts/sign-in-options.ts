import { isIPv4 } from 'node:net'
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

/** The addresses under which Vercel serves a preview: its branch's, and this deployment's own. None for anything else. */
export function previewOrigins({ VERCEL_ENV, VERCEL_BRANCH_URL, VERCEL_URL }: Env): string[] {
  if (VERCEL_ENV !== 'preview') return []
  return [VERCEL_BRANCH_URL, VERCEL_URL].flatMap((host) => (host ? [`https://${host}`] : []))
}

/**
 * The host name that passkeys are made for: the app's own. Null if it is an IP address, because browsers make none for those.
 * @see https://www.w3.org/TR/webauthn-3/#rp-id
 */
export function passkeyHost({ APP_URL }: Pick<Env, 'APP_URL'> = env()): string | null {
  const { hostname } = new URL(APP_URL)
  return hostname.startsWith('[') || isIPv4(hostname) ? null : hostname
}

/** Ways to sign in besides email and password. */
export type Provider = 'github' | 'google'

/** What the sign-in page offers. */
export interface SignInOptions {
  providers: Provider[]
  /** Whether a forgotten password can be replaced by mail. */
  passwordReset: boolean
  /** Whether an email must be confirmed before the first sign-in. */
  confirmFirst: boolean
  /** The host name that passkeys are made for; null if they cannot be used. */
  passkeyHost: string | null
}

export function signInOptions(settings: Env = env()): SignInOptions {
  const mode = mailMode(settings)
  return {
    providers: [
      ...(settings.GITHUB_CLIENT_ID ? ['github' as const] : []),
      ...(settings.GOOGLE_CLIENT_ID ? ['google' as const] : []),
    ],
    passwordReset: mode !== 'off',
    confirmFirst: mode === 'smtp',
    passkeyHost: passkeyHost(settings),
  }
}
