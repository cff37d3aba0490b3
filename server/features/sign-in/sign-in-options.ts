import { isIPv4 } from 'node:net'
import { mailMode } from '@/server/features/mail/mode'
import { type Env, env } from '@/server/platform/settings/env'

/** How long one call may take in total. Only calls to an unresponsive provider take that long. */
export const authTimeoutMs = 15_000

/**
 * Returns the origins where Vercel serves a preview: the branch's and this deployment's own. Returns none outside
 * previews.
 */
export function previewOrigins({ VERCEL_ENV, VERCEL_BRANCH_URL, VERCEL_URL }: Env): string[] {
  if (VERCEL_ENV !== 'preview') return []
  return [VERCEL_BRANCH_URL, VERCEL_URL].flatMap((host) => (host ? [`https://${host}`] : []))
}

/**
 * Returns the host name for passkeys, which is the app's own host name. Null if it is an IP address, because browsers
 * do not allow IP addresses.
 * @see https://www.w3.org/TR/webauthn-3/#rp-id
 */
export function passkeyHost({ APP_URL }: Pick<Env, 'APP_URL'> = env()): string | null {
  const { hostname } = new URL(APP_URL)
  return hostname.startsWith('[') || isIPv4(hostname) ? null : hostname
}

/**
 * Returns the MCP URL for apps that connect over OAuth. Null if the app's own URL doesn't use HTTPS or point to this
 * machine, because anyone in between could read the tokens.
 */
export function appResource({ APP_URL }: Pick<Env, 'APP_URL'> = env()): string | null {
  const { protocol, hostname, origin } = new URL(APP_URL)
  const isSafe = protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
  return isSafe ? `${origin}/mcp` : null
}

/** Ways to sign in other than email and password. */
export type Provider = 'github' | 'google'

/** The options on the sign-in page. */
export interface SignInOptions {
  providers: Provider[]
  /** Whether a forgotten password can be reset by email. */
  passwordReset: boolean
  /** Whether an email must be confirmed before the first sign-in. */
  confirmFirst: boolean
  /** The host name for passkeys; null if passkeys cannot be used. */
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
