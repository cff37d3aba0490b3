import { auth } from './auth'
import { failingWithStore } from './store-failure'

/** A browser that is signed in, as far as its owner needs to know it again. */
export interface OwnSession {
  /** What the browser calls itself; empty where it did not say. */
  userAgent: string
  /** ISO 8601, UTC. */
  signedIn: string
  /** Whether it is the one that asks. */
  current: boolean
}

/** How somebody gets into an account. */
export interface OwnAccount {
  /** Whether it has a password; one that was made through GitHub or Google has none. */
  hasPassword: boolean
  /** The asking browser first, then the latest. */
  sessions: OwnSession[]
}

/**
 * What an account's owner sees of its sign-in. Tokens of sessions stay here.
 * @param headers of the owner's own request, to know the session that asks.
 * @throws PinrefError `store_unavailable`.
 */
export async function ownAccount(accountId: string, headers: Headers): Promise<OwnAccount> {
  return failingWithStore(async () => {
    const { internalAdapter } = await auth().$context
    const cookie = new Headers({ cookie: headers.get('cookie') ?? '' })
    const [own, sessions, methods] = await Promise.all([
      auth().api.getSession({ headers: cookie, query: { disableRefresh: true } }),
      internalAdapter.listSessions(accountId, { onlyActiveSessions: true }),
      internalAdapter.findAccounts(accountId),
    ])
    return {
      hasPassword: methods.some(({ providerId }) => providerId === 'credential'),
      sessions: sessions
        .map(({ token, userAgent, createdAt }) => ({
          userAgent: userAgent ?? '',
          signedIn: new Date(createdAt).toISOString(),
          current: token === own?.session.token,
        }))
        .sort((a, b) => Number(b.current) - Number(a.current) || b.signedIn.localeCompare(a.signedIn)),
    }
  })
}
