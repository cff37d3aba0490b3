import { redisKeys } from '@/server/access/redis-keys'

/**
 * The Redis keys of sign-in. Those of one account share its hash tag, like everything in `redisKeys`; those that lead to an
 * account (by email, provider account, passkey or verification) have slots of their own.
 */
export const signInKeys = {
  /** Hash: field -> JSON of its value. */
  user: (accountId: string) => redisKeys(accountId).user,
  /** Hash: token -> JSON of the session. */
  sessions: (accountId: string) => `{${accountId}}:sessions`,
  /** Hash: `github:4711` -> JSON of the sign-in method. */
  methods: (accountId: string) => `{${accountId}}:methods`,
  /** Set: ids of this account's verifications. */
  verifications: (accountId: string) => `{${accountId}}:verifications`,
  /** Hash: field -> JSON of its value; the secret and the recovery codes are encrypted. */
  twoFactor: (accountId: string) => `{${accountId}}:two-factor`,
  /** Hash: credential id -> JSON of the passkey. */
  passkeys: (accountId: string) => `{${accountId}}:passkeys`,
  /** Hash: an app's key -> JSON of what the account allows it. */
  apps: (accountId: string) => `{${accountId}}:apps`,
  /** Sorted set: Redis keys of the tokens that apps have of the account, by when they expire, epoch seconds. */
  appTokens: (accountId: string) => `{${accountId}}:app-tokens`,
  /** Sorted set: when codes of the second factor were tried, epoch milliseconds; lasts a day. */
  codeTries: (accountId: string) => `{${accountId}}:code-tries`,
  /** A code of the authenticator app that was tried; lasts as long as the code could be used. */
  usedCode: (accountId: string, code: string) => `{${accountId}}:used-code:${code}`,
  /** JSON: the account that has this email. */
  email: (email: string) => `email:${email}`,
  /** JSON: the account that signs in with this provider account (`github:4711`). */
  provider: (account: string) => `sign-in:${account}`,
  /** JSON: the account that has this passkey. */
  passkey: (credentialId: string) => `passkey:${credentialId}`,
  /** JSON of a verification. */
  verification: (id: string) => `verification:${id}`,
  /** JSON of an app that may connect to accounts, by its key. */
  app: (app: string) => `app:${app}`,
  /** Sorted set: keys of apps that no account has connected, by when they expire, epoch seconds. */
  unusedApps: 'apps-unused',
  /** JSON of an app's token, by its hash. */
  appToken: (kind: 'access' | 'refresh', hash: string) => `app-token:${kind}:${hash}`,
  /** JSON: the account and the app that an authorization code was for. */
  appCode: (hash: string) => `app-code:${hash}`,
}

const idLength = 16
const idAtStart = new RegExp(`^[0-9A-Za-z]{${idLength}}`)

/** Whether a text has the form of an account id. */
export const isAccountId = (text: unknown): text is string =>
  typeof text === 'string' && text.length === idLength && idAtStart.test(text)

/** The account id at the start of a text, as in session tokens and ids of sign-in methods; null if there is none. */
export const accountAtStart = (text: string): string | null => idAtStart.exec(text)?.[0] ?? null
