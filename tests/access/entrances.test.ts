import { afterAll, expect, test } from 'vitest'
import { everyone, rolesIn } from '@/server/entrances/trpc/entrance'
import type { Context } from '@/server/entrances/trpc/init'
import { pageAccountHeader } from '@/server/entrances/trpc/page-account'
import type { ProcedureFacts } from '@/server/entrances/trpc/procedure-facts'
import { appRouter, procedures } from '@/server/entrances/trpc/router'
import type { BatchState } from '@/server/features/batches/batch'
import { createBatch } from '@/server/features/batches/create-batch'
import { addDelivery } from '@/server/features/callbacks/delivery-store'
import { createWatchlist } from '@/server/features/watchlists/change-watchlist'
import { createListings } from '@/server/features/watchlists/listings'
import { monthOf } from '@/server/metering/access/calendar'
import { addInvitation, readToken } from '@/server/metering/access/invitations'
import { keyOperations } from '@/server/metering/access/key-limits'
import { createKey } from '@/server/metering/access/key-store'
import { firstPlan, limits } from '@/server/metering/access/limits'
import { memberText, type Role, roles } from '@/server/metering/access/members'
import { setSuspended } from '@/server/metering/access/profile'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { startRecord } from '@/server/platform/observability/call-record'
import { PinrefError } from '@/server/platform/problems/errors'
import { stopQueue } from '@/server/platform/queue/queue'
import { store } from '@/server/platform/store/store'
import { order, placeIds, sentAs } from '../batches/orders'
import { exampleInput } from '../support/example-input'
import { newAccount, newMember, newRichAccount, ownerOf } from '../support/new-account'
import { newEndpoint } from '../support/new-endpoint'
import { withStore } from './environment'

/*
 * Checks what the procedures' meta says about their entrances against what they do: each procedure is called by every
 * kind of caller.
 */

withStore({ AUTH_SECRET: 'a secret of at least 32 characters', OPERATOR_EMAILS: 'operator@example.com' })
afterAll(stopQueue)

/** Every kind of caller in the meta, and persons with a session but no membership in the account of their page. */
const kinds = [
  'visitor',
  'key',
  'owner',
  'member',
  'viewer',
  'suspended owner',
  'suspended member',
  'suspended viewer',
  'former member',
  'member of another account',
  'person without an account',
  'operator',
] as const

type Kind = (typeof kinds)[number]

/** A caller, and an account with keys, a batch, a watchlist, and an endpoint. Only some callers are in the account. */
interface Caller extends Pick<Context, 'apiKey' | 'signedIn'> {
  accountId: string
  personId: string
  /** The account whose page is open. */
  page: string | null
  /** Restores the caller's role, which some procedures end. */
  rejoin: () => Promise<void>
  /** The ids of what the account has, by the first part of a procedure's name. */
  ids: Record<string, string>
}

const roleOf = (kind: Kind): Role => roles.find((role) => kind.endsWith(role)) ?? 'owner'

const [listing = ''] = placeIds(1)
const cid = '1000000'

async function newCaller(kind: Kind, operations: (typeof keyOperations)[number][] | null = null): Promise<Caller> {
  const accountId = await newRichAccount()
  const otherId = await ownerOf(accountId)
  const personId = await newMember(accountId, roleOf(kind))
  const { key } = await createKey(accountId, 'Entrances', null, { operations })
  const { id: keyId } = await createKey(accountId, 'Other', null, { operations: ['convert'] })
  const [batch, watchlist, endpoint] = await Promise.all([
    createBatch(accountId, { ...order, sent: sentAs([listing]), isStarted: false }),
    createWatchlist(accountId, { name: 'Stores', period: 'weekly', digest: 'off', isTest: false, source: null }),
    newEndpoint(accountId, 'https://callbacks.example.com/entrances'),
  ])
  await createListings(accountId, watchlist, [listing])
  const delivery = { id: 'evt_1', endpoint: endpoint.id, batch: '', url: '', event: '', type: '', body: '', created: 1 }
  await addDelivery(accountId, delivery)
  const invitation = { email: 'new@example.com', role: 'viewer', by: otherId, isMailed: false, formerId: null } as const
  const { token } = await addInvitation(accountId, invitation)
  if (kind.startsWith('suspended')) await setSuspended(accountId, { reason: 'A test.', by: 'o…@example.com' })
  const isSignedIn = kind !== 'visitor' && kind !== 'key'
  const { members } = redisKeys(accountId)
  const record = memberText({ role: roleOf(kind), since: 1 })
  const isNamed = kind === 'former member' || kind === 'member of another account'
  const hasAccount = kind !== 'former member' && kind !== 'person without an account'
  const own = kind === 'member of another account' ? await newAccount() : accountId
  const person = {
    personId,
    member: hasAccount ? { accountId: own, role: roleOf(kind), lacksSecondFactor: false } : null,
    name: 'Ada',
    email: kind === 'operator' ? 'operator@example.com' : 'owner@example.com',
    emailVerified: true,
  }
  return {
    accountId,
    personId,
    page: isNamed ? accountId : null,
    async rejoin() {
      await (await store()).redis.hset(members, { [personId]: record, [otherId]: 'owner 1' })
    },
    ids: {
      keys: keyId,
      batches: batch.id,
      watchlists: watchlist.id,
      callbacks: endpoint.id,
      deliveries: delivery.id,
      members: readToken(token)?.id ?? '',
      other: otherId,
    },
    apiKey: kind === 'key' ? key : null,
    signedIn: async () => (isSignedIn ? person : null),
  }
}

/** Inputs that depend on the server or the account. */
const inputs: Readonly<Record<string, (caller: Caller) => object>> = {
  'members.invite': () => ({ email: 'ada@example.com', role: 'viewer' }),
  'plans.choose': () => ({ plan: firstPlan().id }),
  'batches.only.create': () => ({ lookups: ['listing'], lines: [listing] }),
  'batches.updatePart': ({ ids }) => ({ id: ids.batches, part: '2', lines: [listing] }),
  'batches.update': ({ ids }) => ({ id: ids.batches, name: 'Shops' }),
  'callbacks.update': ({ ids }) => ({ id: ids.callbacks, state: 'off' }),
  'keys.rotate': ({ ids }) => ({ id: ids.keys, overlapDays: 7 }),
  'members.changeRole': ({ ids }) => ({ personId: ids.other, role: 'viewer' }),
  'members.remove': ({ ids }) => ({ personId: ids.other }),
  'watchlists.createListings': ({ ids }) => ({ id: ids.watchlists, listings: placeIds(1, 1) }),
  'watchlists.deleteListings': ({ ids }) => ({ id: ids.watchlists, ids: cid }),
  'watchlists.fill': ({ ids }) => ({ watchlist_id: ids.watchlists, listings: placeIds(1, 2) }),
}

/** Returns an input that passes a procedure's schema where possible, from the examples in the schema. */
function inputOf(name: string, { inputs: [schema] }: ProcedureFacts, caller: Caller): unknown {
  const example = exampleInput(schema)
  const id = caller.ids[name.split('.')[0] ?? '']
  const hasId = typeof example === 'object' && example !== null && 'id' in example
  return inputs[name]?.(caller) ?? (hasId && id !== undefined ? Object.assign(example, { id }) : example)
}

let addresses = 0

/** Calls a procedure. Returns the code of the error that it ends with; null if it succeeds. */
async function codeOf(name: string, facts: ProcedureFacts, caller: Caller): Promise<string | null> {
  await caller.rejoin()
  addresses += 1
  const address = `198.51.${Math.floor(addresses / 250)}.${1 + (addresses % 250)}`
  const call: Context['call'] = {
    client: () => ({ address }),
    signal: () => new AbortController().signal,
    header: (name) => (name === pageAccountHeader ? caller.page : null),
  }
  const record = startRecord('POST', name, null)
  const { apiKey, signedIn } = caller
  const router: unknown = appRouter.createCaller({ call, record, metering: {}, apiKey, signedIn })
  const procedure = name.split('.').reduce((at, step) => (at as Record<string, unknown>)[step], router)
  try {
    await (procedure as (input: unknown) => Promise<unknown>)(inputOf(name, facts, caller))
    return null
  } catch (error) {
    const { cause } = error as Error
    return cause instanceof PinrefError ? cause.code : ((error as { code?: string }).code ?? 'unknown')
  }
}

/** The errors of a caller who may not enter. */
const doorCodes = [
  'not_signed_in',
  'account_switched',
  'role_not_allowed',
  'invalid_api_key',
  'account_suspended',
  'operation_not_allowed',
]

/** Whether a procedure's meta lets a caller in. */
function mayEnter({ who }: ProcedureFacts['meta'], kind: Kind): boolean {
  switch (kind) {
    case 'visitor':
    case 'key':
      return who.includes(kind)
    case 'person without an account':
      return who.includes('visitor') || who.includes('person')
    case 'former member':
    case 'member of another account':
      return who.includes('person')
    case 'operator':
      return who.includes('owner') || who.includes('person') || who.includes('operator')
    default:
      return (
        who.includes('person') ||
        (who.includes(roleOf(kind)) && (!kind.startsWith('suspended') || who.includes('suspended')))
      )
  }
}

test.each(kinds)('each procedure admits a caller of the kind “%s” exactly if its meta says so', async (kind) => {
  const wrong: unknown[] = []
  const caller = await newCaller(kind, [...keyOperations])
  for (const [name, facts] of procedures) {
    // What everyone may read depends on the account of the page only in part.
    if (caller.page !== null && everyone.every((one) => facts.meta.who.includes(one))) continue
    const code = await codeOf(name, facts, caller)
    const isRejected =
      (code !== null && doorCodes.includes(code)) ||
      // Operators' procedures don't exist for others.
      (code === 'route_not_found' && facts.meta.who.includes('operator'))
    if (isRejected === mayEnter(facts.meta, kind)) wrong.push({ name, code, who: facts.meta.who })
  }
  expect(wrong).toEqual([])
})

/** The states in which batches have to be for a change to them. */
const statesOf: Readonly<Record<string, BatchState>> = { 'batches.resume': 'paused', 'batches.repeat': 'finished' }

/** The changes to what an account has. A viewer may only leave it. */
const changes = [...procedures].filter(
  ([, { type, meta }]) => type === 'mutation' && rolesIn(meta.who).length > 0 && !meta.who.includes('viewer'),
)

test.each([
  // Changes of members are only for owners, and don't say more to anyone else.
  ['removed', ['account_switched', 'role_not_allowed']],
  ['made a viewer', ['role_not_allowed']],
])('an owner who is %s after a call has begun changes nothing', async (outcome, codes) => {
  const { redis } = await store()
  const wrong: unknown[] = []
  for (const [name, facts] of changes) {
    const caller = await newCaller('owner')
    const { accountId, personId, ids, signedIn } = caller
    const { members, batch } = redisKeys(accountId)
    const state = statesOf[name]
    if (state) await redis.hset(batch(ids.batches ?? ''), { state })
    // The second read comes after every check but those in scripts.
    let reads = 0
    caller.signedIn = async () => {
      reads += 1
      if (reads > 1 && outcome === 'removed') await redis.hdel(members, personId)
      if (reads > 1 && outcome !== 'removed') await redis.hset(members, { [personId]: 'viewer 1' })
      return signedIn()
    }
    const before = await dataOf(accountId)
    const code = await codeOf(name, facts, caller)
    const after = await dataOf(accountId)
    if (code === null || !codes.includes(code) || reads < 2) wrong.push({ name, code, reads })
    if (JSON.stringify(before) !== JSON.stringify(after)) wrong.push({ name, before, after })
  }
  expect(wrong).toEqual([])
})

/** Returns what an account has stored, except its members and what counts calls. */
async function dataOf(accountId: string): Promise<unknown> {
  const client = await store()
  const keys = (await client.redis.keys(`{${accountId}}*`)).filter((key) => !/:(?:members|counts:|counted:)/.test(key))
  return Promise.all(
    keys.toSorted().map(async (key) => {
      const dump = await client.send(['DUMP', key])
      return [key, 'result' in dump ? dump.result : null]
    }),
  )
}

test('a key without an explicit permission cannot call a procedure whose meta asks for one', async () => {
  const needed = [...procedures].filter(([, { meta }]) => meta.permission)
  expect(needed.length).toBeGreaterThan(5)
  const caller = await newCaller('key')
  for (const [name, facts] of needed) {
    expect([name, await codeOf(name, facts, caller)]).toEqual([name, 'operation_not_allowed'])
  }
})

/** Returns the state of a limit's counter for an account. */
async function counterOf(limit: unknown, { accountId, personId }: Caller): Promise<unknown> {
  const { redis } = await store()
  if (limit === limits.burst)
    return redis.hmget(redisKeys(accountId).counts(monthOf(Date.now())), 'burst:window', 'burst:calls')
  const keys = await redis.keys(`dashboard:${personId}:*`)
  return Promise.all(keys.toSorted().map(async (key) => [key, await redis.get(key)]))
}

test.each(['key', 'owner'] as const)(
  'each call by a caller of the kind “%s” counts against the limit in the procedure’s meta',
  async (kind) => {
    const uncounted: string[] = []
    const caller = await newCaller(kind, [...keyOperations])
    for (const [name, facts] of procedures) {
      const { limit } = facts.meta.costs
      // The calls of an owner without a limit of the account count against the network's.
      const isOfNetwork = facts.meta.who.includes('visitor') && facts.meta.costs.operation === undefined
      if (limit === null || isOfNetwork || !facts.meta.who.includes(kind)) continue
      const before = await counterOf(limit, caller)
      await codeOf(name, facts, caller)
      const after = await counterOf(limit, caller)
      if (JSON.stringify(before) === JSON.stringify(after)) uncounted.push(name)
    }
    expect(uncounted).toEqual([])
  },
)
