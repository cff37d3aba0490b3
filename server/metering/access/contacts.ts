import { store } from '@/server/platform/store/store'

/** The Redis keys of a person that alerts and the audit log need; see `signInKeys` for all of them. */
export const contactKeys = {
  user: (personId: string) => `{${personId}}:user`,
  preferences: (personId: string) => `{${personId}}:preferences`,
  /** Hash: emailed alert about signing in -> when to forget it, epoch seconds. Expires with its last entry. */
  alerts: (personId: string) => `{${personId}}:sign-in-alerts`,
  /** Stream: sign-in events, as JSON in the field `event`. */
  log: (personId: string) => `{${personId}}:log`,
}

/** Reads the names of existing persons, by id, in one round trip; the email of a person without a name. */
export async function readNames(personIds: readonly string[]): Promise<Map<string, string>> {
  const { redis } = await store()
  const read = async (personId: string): Promise<Array<[string, string]>> => {
    const user = await redis.hmget<Record<'name' | 'email', unknown>>(contactKeys.user(personId), 'name', 'email')
    return user?.email ? [[personId, String(user.name || user.email)]] : []
  }
  return new Map((await Promise.all(personIds.map(read))).flat())
}

/** Where a person can be reached. */
export interface Contact {
  personId: string
  email: string
  emailVerified: boolean
}

/**
 * Reads how to reach persons, in one round trip.
 * @param switchedOff the field of their preferences that turns the message off; null if nothing does.
 * @returns those who exist and have not turned it off.
 */
export async function readContacts(personIds: readonly string[], switchedOff: string | null): Promise<Contact[]> {
  const { redis } = await store()
  const read = async (personId: string): Promise<Contact[]> => {
    const [user, isOff] = await Promise.all([
      redis.hmget<{ email: string | null; emailVerified: boolean | null }>(
        contactKeys.user(personId),
        'email',
        'emailVerified',
      ),
      switchedOff === null ? 0 : redis.hexists(contactKeys.preferences(personId), switchedOff),
    ])
    if (!user?.email || isOff === 1) return []
    return [{ personId, email: user.email, emailVerified: user.emailVerified === true }]
  }
  return (await Promise.all(personIds.map(read))).flat()
}
