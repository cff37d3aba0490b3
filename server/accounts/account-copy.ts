import { listKeys } from '@/server/access/key-list'
import { limits } from '@/server/access/limits'
import { type Profile, readProfile } from '@/server/access/profile'
import { copyUsage, type MonthCopy } from '@/server/access/usage-copy'
import type { Batch } from '@/server/batches/batch'
import { listBatches } from '@/server/batches/find-batch'
import { PinrefError } from '@/server/errors'
import type { AccountEntry } from '@/server/observability/audit-event'
import { maxOfAccount, readAccountLog } from '@/server/observability/audit-log'
import { readUser } from './adapter/users'
import type { AlertSettings } from './alerts/kinds'
import { readAlertSettings } from './alerts/settings'
import { countAttempt } from './attempts'
import { auth } from './auth'
import { type CallbacksCopy, copyCallbacks } from './callbacks-copy'
import { type OwnPasskey, type OwnSession, ownAccount } from './own-account'
import { type Asked, readRecent } from './recent-lookups'
import { noteStoreFailure, throwStoreFailure } from './store-failure'

/**
 * Everything that is stored about an account, for its owner. Times are ISO 8601, UTC. Left out: anything that only proves who
 * somebody is (the hashes of passwords and keys, the secrets of two-step verification, session tokens), and counters that expire
 * within two days.
 */
export interface AccountCopy {
  /** The version of this format. Adding a field does not change it. */
  format: 1
  copied: string
  account: {
    id: string
    name: string
    email: string
    emailVerified: boolean
    created: string
    /** When it was suspended; null if it is not. */
    suspended: string | null
  }
  /** `customerId` and `subscriptionId` are those at Stripe. */
  plan: Pick<Profile, 'plan' | 'customerId' | 'subscriptionId'>
  signIn: {
    /** Ways to sign in: `credential` is the password; `github` and `google` come with the id of the account there. */
    methods: Array<{ provider: string; accountId: string; added: string }>
    /** Unused recovery codes; null without two-step verification. */
    recoveryCodesLeft: number | null
    passkeys: OwnPasskey[]
    sessions: Array<Omit<OwnSession, 'current'>>
  }
  /** Which alerts the account is mailed. */
  alerts: AlertSettings
  /** API keys. */
  keys: Array<{
    id: string
    name: string
    start: string
    created: string
    expires: string | null
    lastUsed: string | null
  }>
  /** The months with calls since the account was created, newest first. */
  usage: MonthCopy[]
  /** Batches, newest first. Their lines and results are fetched from each batch instead. `ended` is null until it ends. */
  batches: Array<
    Pick<Batch, 'id' | 'state' | 'operation' | 'details' | 'lines' | 'found' | 'failed' | 'unreadable'> & {
      created: string
      ended: string | null
    }
  >
  callbacks: CallbacksCopy
  /** What was looked up on the dashboard in the last thirty days, newest first. */
  recent: Array<Asked & { at: string }>
  /** What happened to the account: the last thousand events, newest first. */
  activity: AccountEntry[]
}

/** @throws PinrefError `too_many_requests`, `store_unavailable`. */
export async function copyAccount(accountId: string): Promise<AccountCopy> {
  await withinLimit(accountId)
  const [user, profile, methods, own, alerts, keys, usage, batches, callbacks, recent, activity] = await Promise.all([
    readUser(accountId),
    readProfile(accountId),
    readMethods(accountId),
    ownAccount(accountId),
    readAlertSettings(accountId),
    listKeys(accountId),
    copyUsage(accountId),
    listBatches(accountId),
    copyCallbacks(accountId),
    readRecent(accountId),
    readAccountLog(accountId, { count: maxOfAccount }),
  ])
  const { plan, suspended, customerId, subscriptionId } = profile
  const { name, email, emailVerified, createdAt } = user as unknown as Record<
    'name' | 'email' | 'createdAt',
    string
  > & {
    emailVerified: boolean
  }
  return {
    format: 1,
    copied: new Date().toISOString(),
    account: { id: accountId, name, email, emailVerified, created: createdAt, suspended },
    plan: { plan, customerId, subscriptionId },
    signIn: {
      methods,
      recoveryCodesLeft: own.recoveryCodesLeft,
      passkeys: own.passkeys,
      sessions: own.sessions.map(({ id, address, userAgent, signedIn }) => ({ id, address, userAgent, signedIn })),
    },
    alerts,
    keys: keys.map(({ id, name, start, created, expires, lastUsed }) => ({
      ...{ id, name, start, created: iso(created) },
      expires: expires === null ? null : iso(expires),
      lastUsed: lastUsed === null ? null : iso(lastUsed),
    })),
    usage,
    batches: batches.map(({ id, state, operation, details, lines, found, failed, unreadable, created, ended }) => ({
      ...{ id, state, operation, details, lines, found, failed, unreadable },
      created: new Date(created).toISOString(),
      ended: ended === 0 ? null : new Date(ended).toISOString(),
    })),
    callbacks,
    recent: recent.map(({ id: _, atMs, ...asked }) => ({ ...asked, at: new Date(atMs).toISOString() })),
    activity: activity.events,
  }
}

async function withinLimit(accountId: string): Promise<void> {
  const { max, windowSeconds } = limits.accountCopy
  const { allowed, retryAfter } = await countAttempt(`account-copy:${accountId}`, { max, window: windowSeconds })
  if (allowed) return
  const detail = `You can download your data ${max} times an hour. Try again later.`
  throw new PinrefError('too_many_requests', detail, { retryAfterSeconds: retryAfter })
}

async function readMethods(accountId: string): Promise<AccountCopy['signIn']['methods']> {
  const { internalAdapter } = await auth().$context
  const methods = await throwStoreFailure(() => noteStoreFailure(internalAdapter.findAccounts)(accountId))
  return methods.map((method) => ({
    provider: method.providerId,
    accountId: method.accountId,
    added: new Date(method.createdAt).toISOString(),
  }))
}

const iso = (epochSeconds: number): string => new Date(epochSeconds * 1000).toISOString()
