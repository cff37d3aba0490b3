import { redisKeys } from '@/server/metering/access/redis-keys'

/**
 * The Redis keys for sign-in. An account's keys share its hash tag, like the keys in `redisKeys`. Keys that identify an
 * account (by email, provider account, passkey, or verification) have their own slots.
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
  /** Hash: an app's key -> JSON of its permission. */
  apps: (accountId: string) => `{${accountId}}:apps`,
  /** Sorted set: Redis keys of apps' tokens for the account, by expiry, epoch seconds. */
  appTokens: (accountId: string) => `{${accountId}}:app-tokens`,
  /** Sorted set: times of second-factor attempts, epoch milliseconds. Expires after a day. */
  codeTries: (accountId: string) => `{${accountId}}:code-tries`,
  /** A used code from the authenticator app. Expires when the code expires. */
  usedCode: (accountId: string, code: string) => `{${accountId}}:used-code:${code}`,
  /** JSON: the account with this email. */
  email: (email: string) => `email:${email}`,
  /** JSON: the account that signs in with this provider account (`github:4711`). */
  provider: (account: string) => `sign-in:${account}`,
  /** JSON: the account with this passkey. */
  passkey: (credentialId: string) => `passkey:${credentialId}`,
  /** JSON of a verification. */
  verification: (id: string) => `verification:${id}`,
  /** JSON of an app that may connect to accounts, by its key. */
  app: (app: string) => `app:${app}`,
  /** Sorted sets of the apps that have registered, in one slot: by expiry, by network, and each network's count. */
  unusedApps: {
    ages: '{apps-unused}:ages',
    members: '{apps-unused}:members',
    networks: '{apps-unused}:networks',
  },
  /** JSON of an app's token, by its hash. */
  appToken: (kind: 'access' | 'refresh', hash: string) => `app-token:${kind}:${hash}`,
  /** JSON: the account and the app of an authorization code. */
  appCode: (hash: string) => `app-code:${hash}`,
}

const idLength = 16
const idAtStart = new RegExp(`^[0-9A-Za-z]{${idLength}}`)

/** Whether a string has the format of an account id. */
export const isAccountId = (text: unknown): text is string =>
  typeof text === 'string' && text.length === idLength && idAtStart.test(text)

/**
 * Returns the account id at the start of a string, such as a session token or the id of a sign-in method; null if there is none.
 */
export const accountAtStart = (text: string): string | null => idAtStart.exec(text)?.[0] ?? null
