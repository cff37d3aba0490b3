import type { Person } from '@/server/features/audit/actor'
import { type AccountEntry, readAccountEvents, readPersonEvents } from '@/server/features/audit/log'
import type { AlertSettings } from '@/server/features/mail/alert-kinds'
import { readAlertSettings } from '@/server/features/mail/alert-settings'
import { readMemberships } from '@/server/features/sign-in/adapter/memberships'
import { readUser } from '@/server/features/sign-in/adapter/users'
import { auth } from '@/server/features/sign-in/auth'
import { type ConnectedApp, connectedApps } from '@/server/features/sign-in/connected-apps'
import { type OwnPasskey, type OwnSession, ownAccount } from '@/server/features/sign-in/own-account'
import { isoTime } from '@/server/metering/access/calendar'
import { type Role, readRole } from '@/server/metering/access/members'
import { readProfile } from '@/server/metering/access/profile'
import { throwStoreFailure } from '@/server/platform/store/store-failure'

/**
 * Everything that is stored about a person, for that person. Times are ISO 8601, UTC. Omitted: credentials (the hash of
 * the password, the secrets of two-step verification, session tokens), and counters that expire within two days.
 */
export interface PersonCopy {
  id: string
  name: string
  email: string
  emailVerified: boolean
  created: string
  signIn: {
    /** Sign-in methods: `credential` is a password; `github` and `google` have the provider's account id. */
    methods: Array<{ provider: string; accountId: string; added: string }>
    /** Unused recovery codes; null if two-step verification is off. */
    recoveryCodesLeft: number | null
    passkeys: OwnPasskey[]
    sessions: Array<Omit<OwnSession, 'current'>>
  }
  /** The alerts that the person receives by email. */
  alerts: AlertSettings
  /** Apps that are connected over OAuth, newest first, without their tokens. */
  apps: ConnectedApp[]
  /** The accounts that the person is in, and what they did there, newest first. */
  accounts: Array<{ id: string; name: string; role: Role; since: string; activity: AccountEntry[] }>
  /** The last thousand events about signing in, newest first. */
  activity: AccountEntry[]
}

/** @throws PinrefError `store_unavailable`. */
export async function copyPerson(person: Person): Promise<PersonCopy> {
  const { personId, name, email } = person
  const [user, methods, own, alerts, apps, accounts, activity] = await Promise.all([
    readUser(personId),
    readMethods(personId),
    ownAccount(personId),
    readAlertSettings(personId),
    connectedApps(personId),
    copyMemberships(person),
    readPersonEvents(person),
  ])
  const { emailVerified, createdAt } = user as unknown as { emailVerified: boolean; createdAt: string }
  return {
    id: personId,
    name,
    email,
    emailVerified,
    created: createdAt,
    signIn: {
      methods,
      recoveryCodesLeft: own.recoveryCodesLeft,
      passkeys: own.passkeys,
      sessions: own.sessions.map(({ id, address, userAgent, signedIn }) => ({ id, address, userAgent, signedIn })),
    },
    alerts,
    apps,
    accounts,
    activity,
  }
}

async function readMethods(personId: string): Promise<PersonCopy['signIn']['methods']> {
  const { internalAdapter } = await auth().$context
  const methods = await throwStoreFailure(() => internalAdapter.findAccounts(personId))
  return methods.map((method) => ({
    provider: method.providerId,
    accountId: method.accountId,
    added: new Date(method.createdAt).toISOString(),
  }))
}

async function copyMemberships(person: Person): Promise<PersonCopy['accounts']> {
  const { personId } = person
  const copies = (await readMemberships(personId)).map(async ({ accountId, since }) => {
    const [role, { name }] = await Promise.all([readRole(accountId, personId), readProfile(accountId)])
    if (role === null) return []
    const events = await readAccountEvents({ ...person, accountId, role })
    const activity = events.filter((event) => event.person?.id === personId)
    return [{ id: accountId, name, role, since: isoTime(since), activity }]
  })
  return (await Promise.all(copies)).flat()
}
