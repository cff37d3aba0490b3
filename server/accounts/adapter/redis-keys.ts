/**
 * Where sign-in keeps its things. What belongs to one account shares its hash tag, like everything in `redisKeys`; what
 * leads to an account from outside (an e-mail, a provider's account, a token) is on its own.
 */
export const signInKeys = {
  /** Hash: field -> JSON of its value. */
  user: (accountId: string) => `{${accountId}}:user`,
  /** Hash: token -> JSON of the session. */
  sessions: (accountId: string) => `{${accountId}}:sessions`,
  /** Hash: `github:4711` -> JSON of the way to sign in. */
  methods: (accountId: string) => `{${accountId}}:methods`,
  /** Set: ids of the verifications that are about this account. */
  verifications: (accountId: string) => `{${accountId}}:verifications`,
  /** JSON: whose this e-mail is. */
  email: (email: string) => `email:${email}`,
  /** JSON: who signs in with this account at a provider (`github:4711`). */
  provider: (account: string) => `sign-in:${account}`,
  /** JSON of a verification. */
  verification: (id: string) => `verification:${id}`,
}

const idLength = 16
const idAtStart = new RegExp(`^[0-9A-Za-z]{${idLength}}`)

/** Whether a text is the id of an account, as far as its form goes. */
export const isAccountId = (text: unknown): text is string =>
  typeof text === 'string' && text.length === idLength && idAtStart.test(text)

/** The account that a text begins with, as session tokens and the ids of sign-in methods do; null where it does not. */
export const accountAtStart = (text: string): string | null => idAtStart.exec(text)?.[0] ?? null
