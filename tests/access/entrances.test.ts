import { afterAll, expect, test } from 'vitest'
import type { Context } from '@/server/entrances/trpc/init'
import { appRouter, type ProcedureFacts, procedures } from '@/server/entrances/trpc/router'
import { monthOf } from '@/server/metering/access/calendar'
import { keyOperations } from '@/server/metering/access/key-limits'
import { createKey } from '@/server/metering/access/key-store'
import { firstPlan, limits } from '@/server/metering/access/limits'
import { setSuspended } from '@/server/metering/access/profile'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { startRecord } from '@/server/platform/observability/call-record'
import { PinrefError } from '@/server/platform/problems/errors'
import { stopQueue } from '@/server/platform/queue/queue'
import { store } from '@/server/platform/store/store'
import { exampleInput } from '../support/example-input'
import { newAccount, ownerOf } from '../support/new-account'
import { withStore } from './environment'

/*
 * Checks what the procedures' meta says about their entrances against what they do: each procedure is called by every
 * kind of caller.
 */

withStore({ AUTH_SECRET: 'a secret of at least 32 characters', OPERATOR_EMAILS: 'operator@example.com' })
afterAll(stopQueue)

type Kind = ProcedureFacts['meta']['who'][number]

/** A caller with an account that has a key. A visitor doesn't use the account. */
interface Caller extends Pick<Context, 'apiKey' | 'signedIn'> {
  accountId: string
  personId: string
  keyId: string
}

async function newCaller(kind: Kind, operations: (typeof keyOperations)[number][] | null = null): Promise<Caller> {
  const accountId = await newAccount()
  const personId = await ownerOf(accountId)
  const role = kind === 'member' || kind === 'viewer' ? kind : 'owner'
  await (await store()).redis.hset(redisKeys(accountId).members, { [personId]: `${role} 1` })
  const { key, id: keyId } = await createKey(accountId, 'Entrances', null, { operations })
  if (kind === 'suspended') await setSuspended(accountId, { reason: 'A test.', by: 'o…@example.com' })
  const email = kind === 'operator' ? 'operator@example.com' : 'owner@example.com'
  const isSignedIn = kind !== 'visitor' && kind !== 'key'
  return {
    accountId,
    personId,
    keyId,
    apiKey: kind === 'key' ? key : null,
    signedIn: async () =>
      isSignedIn ? { personId, member: { accountId, role }, name: 'Ada', email, emailVerified: true } : null,
  }
}

/** Inputs that depend on the server or the account. */
const inputs: Readonly<Record<string, (caller: Caller) => object>> = {
  'plans.choose': () => ({ plan: firstPlan().id }),
  'keys.rotate': ({ keyId }) => ({ id: keyId, overlapDays: 7 }),
}

/** Returns an input that passes a procedure's schema where possible, from the examples in the schema. */
function inputOf(name: string, { inputs: [schema] }: ProcedureFacts, caller: Caller): unknown {
  return inputs[name]?.(caller) ?? exampleInput(schema)
}

let addresses = 0

/** Calls a procedure. Returns the code of the error that it ends with; null if it succeeds. */
async function codeOf(name: string, facts: ProcedureFacts, caller: Caller): Promise<string | null> {
  addresses += 1
  const address = `198.51.${Math.floor(addresses / 250)}.${1 + (addresses % 250)}`
  const call: Context['call'] = {
    client: () => ({ address }),
    signal: () => new AbortController().signal,
    header: () => null,
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
const doorCodes = ['not_signed_in', 'role_not_allowed', 'invalid_api_key', 'account_suspended', 'operation_not_allowed']

const kinds: readonly Kind[] = ['visitor', 'key', 'owner', 'member', 'viewer', 'suspended', 'operator']

/** Operators are owners, too, and so is the caller with a suspended account. */
function mayEnter({ who }: ProcedureFacts['meta'], kind: Kind): boolean {
  const isSignedIn = kind !== 'visitor' && kind !== 'key'
  return who.includes(kind) || (isSignedIn && who.includes('person')) || (kind === 'operator' && who.includes('owner'))
}

test.each(kinds)('each procedure admits a caller of the kind “%s” exactly if its meta says so', async (kind) => {
  const wrong: unknown[] = []
  const caller = await newCaller(kind, [...keyOperations])
  for (const [name, facts] of procedures) {
    const code = await codeOf(name, facts, caller)
    const isRejected =
      (code !== null && doorCodes.includes(code)) ||
      // Operators' procedures don't exist for others.
      (code === 'route_not_found' && facts.meta.who.includes('operator'))
    if (isRejected === mayEnter(facts.meta, kind)) wrong.push({ name, code, who: facts.meta.who })
  }
  expect(wrong).toEqual([])
})

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
