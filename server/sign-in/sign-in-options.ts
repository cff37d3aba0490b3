import { isIPv4 } from 'node:net'
import { type Env, env } from '@/server/env'
import { mailMode } from '@/server/mail/mode'

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

/**
 * The address of MCP for apps that connect over OAuth. Null if there is none, because the app's own address is neither https nor
 * this machine's: anybody in between could read the tokens.
 */
export function appResource({ APP_URL }: Pick<Env, 'APP_URL'> = env()): string | null {
  const { protocol, hostname, origin } = new URL(APP_URL)
  const isSafe = protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
  return isSafe ? `${origin}/mcp` : null
}

/** What an app may do: look listings up, and start and read batches. */
export const appScope = 'listings'

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
