import { throwStoreFailure } from '@/server/platform/store/store-failure'
import { passkeysOf } from './adapter/passkeys'
import type { Row } from './adapter/table'
import { readUser } from './adapter/users'
import { auth } from './auth'
import { forgetTrustedBrowsers, hasSecondFactor } from './second-factor'
import { presentCookies } from './signatures'

/** A signed-in browser, with the details that help its owner recognize it. */
export interface OwnSession {
  id: string
  /** The IP address that the browser signed in from; empty if unknown. */
  address: string
  /** The browser's User-Agent; empty if the browser sent none. */
  userAgent: string
  /** ISO 8601, UTC. */
  signedIn: string
  /** Whether this browser made the request. */
  current: boolean
}

/** A passkey, with the details that help its owner recognize it. */
export interface OwnPasskey {
  id: string
  name: string
  /** ISO 8601, UTC. */
  added: string
  /** ISO 8601, UTC; null before the first use. */
  lastUsed: string | null
}

/** A person's ways to sign in. */
export interface OwnAccount {
  /**
   * When the password was last set (ISO 8601, UTC); null if there is none, for example, in an account created through
   * GitHub or Google.
   */
  passwordSet: string | null
  /** The number of unused recovery codes; null if two-step verification is off. */
  recoveryCodesLeft: number | null
  /** Newest first. */
  passkeys: OwnPasskey[]
  /** The browser that made this request, then the other browsers, newest first. */
  sessions: OwnSession[]
}

/**
 * Returns a person's sign-in data. Omits session tokens.
 * @param headers the headers of the owner's request, to identify the request's session; may be omitted if the session
 *   does not matter.
 * @throws PinrefError `store_unavailable`.
 */
export async function ownAccount(personId: string, headers = new Headers()): Promise<OwnAccount> {
  return throwStoreFailure(async () => {
    const { internalAdapter } = await auth().$context
    const cookie = new Headers({ cookie: presentCookies(headers) })
    const [own, user, sessions, methods, passkeys] = await Promise.all([
      auth().api.getSession({ headers: cookie, query: { disableRefresh: true } }),
      readUser(personId),
      internalAdapter.listSessions(personId, { onlyActiveSessions: true }),
      internalAdapter.findAccounts(personId),
      passkeysOf(personId),
    ])
    const password = methods.find(({ providerId }) => providerId === 'credential')
    return {
      recoveryCodesLeft: hasSecondFactor(user) ? await countRecoveryCodes(personId) : null,
      passkeys: passkeys.map(ownPasskey).sort((a, b) => b.added.localeCompare(a.added)),
      passwordSet: password ? new Date(password.updatedAt).toISOString() : null,
      sessions: sessions
        .map(({ id, token, userAgent, ipAddress, createdAt }) => ({
          id,
          address: ipAddress ?? '',
          userAgent: userAgent ?? '',
          signedIn: new Date(createdAt).toISOString(),
          current: token === own?.session.token,
        }))
        .sort((a, b) => Number(b.current) - Number(a.current) || b.signedIn.localeCompare(a.signedIn)),
    }
  })
}

/**
 * Signs a browser out. An owner who does this wants to keep someone out, so a code must be entered again in every
 * browser.
 * @param id the id of one of this person's sessions; ignored if the session has already ended.
 * @returns whether the browser was signed in.
 * @throws PinrefError `store_unavailable`.
 */
export async function endSession(personId: string, id: string): Promise<boolean> {
  return throwStoreFailure(async () => {
    const { internalAdapter } = await auth().$context
    const sessions = await internalAdapter.listSessions(personId)
    const session = sessions.find((one) => one.id === id)
    if (session) await internalAdapter.deleteSession(session.token)
    await forgetTrustedBrowsers(personId)
    return session !== undefined
  })
}

async function countRecoveryCodes(personId: string): Promise<number> {
  const { backupCodes } = await auth().api.viewBackupCodes({ body: { userId: personId } })
  return backupCodes.length
}

function ownPasskey(row: Row): OwnPasskey {
  const { id, name, createdAt, lastUsed } = row as { id: string; name: string; createdAt: string; lastUsed?: string }
  return { id, name, added: createdAt, lastUsed: lastUsed ?? null }
}
