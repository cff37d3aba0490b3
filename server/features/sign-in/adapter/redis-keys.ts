import { contactKeys } from '@/server/metering/access/contacts'

/**
 * The Redis keys for sign-in. A person's keys share the hash tag `{person}`, which is another slot than those of the
 * person's accounts (`redisKeys`). Keys that identify a person (by email, provider account, passkey, or verification)
 * have their own slots. In accounts from before persons had ids of their own, the two ids are equal, so no name here
 * may also be in `redisKeys`.
 */
export const signInKeys = {
  /** Hash: field -> JSON of its value. A person exists as long as this key does. */
  user: contactKeys.user,
  /** Hash: token -> JSON of the session. */
  sessions: (personId: string) => `{${personId}}:sessions`,
  /** Hash: `github:4711` -> JSON of the sign-in method. */
  methods: (personId: string) => `{${personId}}:methods`,
  /** Hash: account id -> when the person joined it, epoch seconds. */
  memberships: (personId: string) => `{${personId}}:memberships`,
  /** Hash: `account`, the account used last, as JSON, and `off:<alert>` for each kind of alert that is turned off. */
  preferences: contactKeys.preferences,
  log: contactKeys.log,
  alerts: contactKeys.alerts,
  /** Hash: `sign-in` -> last sign-in, `app:` and a field of `apps` -> when that app last got a token; epoch seconds. */
  seen: (personId: string) => `{${personId}}:last-seen`,
  /** Set: ids of this person's verifications. */
  verifications: (personId: string) => `{${personId}}:verifications`,
  /** Hash: field -> JSON of its value; the secret and the recovery codes are encrypted. */
  twoFactor: (personId: string) => `{${personId}}:two-factor`,
  /** Hash: credential id -> JSON of the passkey. */
  passkeys: (personId: string) => `{${personId}}:passkeys`,
  /** Hash: an account's id, a colon, and an app's key -> JSON of the app's permission in that account (`grantField`). */
  apps: (personId: string) => `{${personId}}:apps`,
  /** Sorted set: Redis keys of apps' tokens for the person, by expiry, epoch seconds. */
  appTokens: (personId: string) => `{${personId}}:app-tokens`,
  /** Sorted set: times of second-factor attempts, epoch milliseconds. Expires after a day. */
  codeTries: (personId: string) => `{${personId}}:code-tries`,
  /** A used code from the authenticator app. Expires when the code expires. */
  usedCode: (personId: string, code: string) => `{${personId}}:used-code:${code}`,
  /** JSON: the person with this email. */
  email: (email: string) => `email:${email}`,
  /** JSON: the person who signs in with this provider account (`github:4711`). */
  provider: (account: string) => `sign-in:${account}`,
  /** JSON: the person with this passkey. */
  passkey: (credentialId: string) => `passkey:${credentialId}`,
  /** JSON of a verification. */
  verification: (id: string) => `verification:${id}`,
  /** JSON of an app that may connect, by its key. */
  app: (app: string) => `app:${app}`,
  /** Sorted sets of the apps that have registered, in one slot: by expiry, by network, and each network's count. */
  unusedApps: {
    ages: '{apps-unused}:ages',
    members: '{apps-unused}:members',
    networks: '{apps-unused}:networks',
  },
  /** JSON of an app's token, by its hash. */
  appToken: (kind: 'access' | 'refresh', hash: string) => `app-token:${kind}:${hash}`,
  /** JSON: the person, the account, and the app of an authorization code. */
  appCode: (hash: string) => `app-code:${hash}`,
}

const idLength = 16
const idAtStart = new RegExp(`^[0-9A-Za-z]{${idLength}}`)

/** The length of the random text in a session token. */
export const randomLength = 32

/** Whether a string has the format of a person's or an account's id. */
export const isId = (text: unknown): text is string =>
  typeof text === 'string' && text.length === idLength && idAtStart.test(text)

/**
 * Returns the person id at the start of a string, such as a session token or the id of a sign-in method; null if there is none.
 */
export const personAtStart = (text: string): string | null => idAtStart.exec(text)?.[0] ?? null

/** The account's id in the session token of a person without an account. */
export const noAccount = '0'.repeat(idLength)

/**
 * Returns the account that a session token names after the person: `noAccount` if there is none. A token from before
 * persons had ids of their own is shorter, and names the account with the same id.
 */
export const accountOfToken = (token: string): string =>
  token.length < 2 * idLength + randomLength ? token.slice(0, idLength) : token.slice(idLength, 2 * idLength)
