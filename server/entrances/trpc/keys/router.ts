import { createHash } from 'node:crypto'
import * as z from 'zod'
import { recordEvent } from '@/server/features/audit/log'
import type { KeyLimits } from '@/server/metering/access/key-limits'
import { type ApiKey, listKeys } from '@/server/metering/access/key-list'
import {
  awaitCall,
  changeKey,
  createFirstKey,
  createKey,
  firstKeyName,
  maxKeys,
  noSuchKey,
  revokeKey,
  rotateKey,
} from '@/server/metering/access/key-store'
import { limits, planOf } from '@/server/metering/access/limits'
import { readProfile } from '@/server/metering/access/profile'
import { invalidApiKey } from '@/server/metering/access/refusals'
import { readFailedCalls } from '@/server/metering/usage/failed-calls'
import { readFirstCall } from '@/server/metering/usage/first-call'
import { PinrefError } from '@/server/platform/problems/errors'
import { keyProcedure, ownKey, problemsOfKeys } from '../admit-own'
import { workingRoles } from '../entrance'
import { type Context, router } from '../init'
import { actorOf, changeProcedure, record, viewProcedure } from '../signed-in'
import { clientChange, idempotencyOf, pageOf } from '../wire'
import {
  changesOf,
  createdOutput,
  createInput,
  deletedOutput,
  expires,
  id,
  keyInput,
  keyOutput,
  keysOutput,
  limitsInput,
  listInput,
  name,
  updateInput,
  wireKey,
} from './schemas'

/** A call with a key that manages keys. */
type ManagersCall = Context & { own: { accountId: string; keyId: string } }

async function ownKeyOf(accountId: string, id: string): Promise<ApiKey> {
  const key = (await listKeys(accountId)).find((one) => one.id === id)
  if (!key) throw noSuchKey()
  return key
}

/** Writes to the audit log what a key did on its owner's behalf. */
const recordByKey = (
  { call, own }: ManagersCall,
  kind: 'key-created' | 'key-limited' | 'key-revoked',
  keyId: string,
  name: string,
) => recordEvent(own.accountId, { kind, keyId, name }, { ...actorOf({ call }), keyId: own.keyId })

/** How many of the account's failed calls are searched for a key's last failed call. */
const lastFailed = 20

const digest = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * An account's keys, for a key with the `keys` operation; for example, for a program that creates a key for each
 * customer. Such a key sees all keys and manages keys whose permissions don't exceed its own.
 */
const managedRouter = router({
  list: keyProcedure('keys')
    .meta({
      returns: { keys: maxKeys },
      openapi: {
        method: 'GET',
        path: '/keys',
        operationId: 'keys-list',
        tags: ['Keys'],
        summary: 'List API keys, newest first',
        description: 'The keys themselves are never returned. An expired key is listed until it is deleted.',
      },
    })
    .input(listInput)
    .use(ownKey)
    .output(keysOutput)
    .query(async ({ input, ctx: { own } }) => {
      const listed = (await listKeys(own.accountId)).filter(
        ({ client }) => input.client === undefined || client === input.client,
      )
      const keys = listed.map((key) => ({
        id: key.id,
        created: key.created * 1000 + key.ms,
        key,
      }))
      const { page, next } = pageOf(keys, input)
      return { keys: page.map(({ key }) => wireKey(key)), next }
    }),

  create: keyProcedure('keys')
    .meta({
      costs: { limit: limits.burst, operation: 'keys', also: [limits.keysMade] },
      stores: { keys: maxKeys },
      problems: [...problemsOfKeys, 'limit_reached', 'idempotency_key_reused'],
      openapi: {
        method: 'POST',
        path: '/keys',
        creates: true,
        idempotent: true,
        operationId: 'keys-create',
        requestName: 'CreateKeyRequest',
        tags: ['Keys'],
        summary: 'Create an API key',
        description:
          'The response contains the key, which is shown only once. Omitted settings default to the calling key’s settings, except for the `keys` operation. The new key’s limits cannot exceed the calling key’s, and its calls also count against the calling key’s limits. To repeat a call whose response was lost, send the same `Idempotency-Key`: the new key replaces the first one, unless a call was made with the first key.',
      },
    })
    .input(createInput)
    .use(ownKey)
    .output(createdOutput)
    .mutation(async ({ input, ctx }) => {
      const { accountId, keyId } = ctx.own
      const { name, test = ctx.metering.quota?.policy === 'test', ...sent } = input
      const { expires, ...limited } = changesOf(sent)
      const mark = idempotencyOf(ctx.call)
      const repeat = mark === null ? null : { mark: digest(keyId, mark), asked: digest(JSON.stringify(input)) }
      const made = await createKey(accountId, name, expires, { test, ...limited, granter: { keyId }, repeat })
      recordByKey(ctx, 'key-created', made.id, name)
      return { ...wireKey(await ownKeyOf(accountId, made.id)), key: made.key }
    }),

  get: keyProcedure('keys')
    .meta({
      openapi: {
        method: 'GET',
        path: '/keys/{id}',
        operationId: 'keys-get',
        tags: ['Keys'],
        summary: 'Get an API key’s settings and usage',
        description: 'The key itself is never returned.',
      },
    })
    .input(keyInput)
    .use(ownKey)
    .output(keyOutput)
    .query(async ({ input, ctx: { own } }) => wireKey(await ownKeyOf(own.accountId, input.id))),

  update: keyProcedure('keys')
    .meta({
      stores: null,
      openapi: {
        method: 'PATCH',
        path: '/keys/{id}',
        operationId: 'keys-update',
        requestName: 'UpdateKeyRequest',
        tags: ['Keys'],
        summary: 'Change an API key’s name or settings',
        description:
          'Takes effect with the key’s next call. Omitted fields don’t change. Neither the key’s old nor its new access can exceed the calling key’s.',
      },
    })
    .input(updateInput)
    .use(ownKey)
    .output(keyOutput)
    .mutation(async ({ input: { id, ...sent }, ctx }) => {
      const { accountId, keyId } = ctx.own
      const fields = Object.keys(sent)
      if (fields.length === 0) throw new PinrefError('invalid_request', 'Send at least one field to change.')
      await changeKey(accountId, id, changesOf(sent), { keyId })
      const key = await ownKeyOf(accountId, id)
      if (fields.some((field) => field !== 'name' && field !== 'client')) recordByKey(ctx, 'key-limited', id, key.name)
      return wireKey(key)
    }),

  delete: keyProcedure('keys')
    .meta({
      stores: null,
      openapi: {
        method: 'DELETE',
        path: '/keys/{id}',
        operationId: 'keys-delete',
        tags: ['Keys'],
        summary: 'Delete an API key',
        description:
          'Takes effect with the key’s next call. A key can delete itself, but not a key with more access. Keys it created keep working, and its limits still apply to them.',
      },
    })
    .input(keyInput)
    .use(ownKey)
    .output(deletedOutput)
    .mutation(async ({ input: { id }, ctx }) => {
      const { accountId, keyId } = ctx.own
      recordByKey(ctx, 'key-revoked', id, await revokeKey(accountId, id, { keyId }))
      return { id, deleted: true as const }
    }),
})

/** The calling key. */
export const keyRouter = router({
  get: keyProcedure('key')
    .meta({
      openapi: {
        method: 'GET',
        path: '/key',
        tags: ['Account'],
        description:
          'Returns the name, limits, and usage of the calling key. Start here to check that the key works. Never counts as a call.',
        summary: 'Get this key’s limits and usage',
      },
    })
    .input(z.void())
    .use(ownKey)
    .output(keyOutput)
    .query(async ({ ctx: { own } }) => {
      const key = (await listKeys(own.accountId)).find(({ id }) => id === own.keyId)
      // The key was revoked a moment ago.
      if (!key) throw invalidApiKey()
      return wireKey(key)
    }),
})

/** A procedure that creates a key. */
const makingProcedure = changeProcedure.meta({
  who: workingRoles,
  costs: { limit: limits.dashboard, also: [limits.keysMade] },
  stores: { keys: maxKeys },
})

/** The signed-in account's API keys. Another account's key is reported as not found. */
export const keysRouter = router({
  managed: managedRouter,

  list: viewProcedure.meta({ returns: { keys: maxKeys } }).query(({ ctx }) => listKeys(ctx.member.accountId)),

  create: makingProcedure
    .input(
      z.strictObject({
        name,
        expires: expires.default(null),
        test: z.boolean().default(false),
        client: clientChange,
        ...limitsInput,
      }),
    )
    .mutation(async ({ ctx, input: { name, expires, ...options } }) => {
      const made = await createKey(ctx.member, name, expires, options)
      record(ctx, { kind: 'key-created', keyId: made.id, name })
      return { ...made, limitNote: await noteOn(ctx.member.accountId, options) }
    }),

  /**
   * Creates a key for an account that has none, but only once, no matter how many times this is called; returns null if
   * the account already has a key.
   */
  createFirst: makingProcedure.mutation(async ({ ctx }) => {
    const made = await createFirstKey(ctx.member)
    if (made) record(ctx, { kind: 'key-created', keyId: made.id, name: firstKeyName })
    return made
  }),

  /** Reads a newly created key's first call and last failed call; each is null if there is none. */
  firstCall: viewProcedure.input(z.strictObject({ id })).query(async ({ ctx: { member: owner }, input: { id } }) => {
    const [call, failed] = await Promise.all([
      readFirstCall(owner.accountId, id),
      readFailedCalls(owner.accountId, lastFailed),
    ])
    return { call, failed: failed.find(({ keyId }) => keyId === id) ?? null }
  }),

  /** Waits ten more minutes for a call with a key. */
  awaitCall: changeProcedure
    .meta({ stores: { calls: maxKeys } })
    .input(z.strictObject({ id }))
    .mutation(async ({ ctx, input }) => {
      await awaitCall(ctx.member, input.id)
    }),

  /** Changes a key's name and client. */
  rename: changeProcedure
    .meta({ stores: null })
    .input(z.strictObject({ id, name, client: clientChange }))
    .mutation(({ ctx, input: { id, ...labels } }) => changeKey(ctx.member, id, labels)),

  /** Sets a key's limits and expiry, starting with its next call. Omitted fields are unchanged. */
  setLimits: changeProcedure
    .meta({ stores: null })
    .input(z.strictObject({ id, expires: expires.exactOptional(), ...limitsInput }))
    .mutation(async ({ ctx, input: { id, ...changes } }) => {
      const name = await changeKey(ctx.member, id, changes)
      record(ctx, { kind: 'key-limited', keyId: id, name })
      return { limitNote: await noteOn(ctx.member.accountId, changes) }
    }),

  rotate: makingProcedure
    .input(z.strictObject({ id, overlapDays: z.int().min(0).max(7) }))
    .mutation(async ({ ctx, input }) => {
      const { name, ...made } = await rotateKey(ctx.member, input.id, input.overlapDays)
      record(ctx, { kind: 'key-rotated', keyId: input.id, name })
      return made
    }),

  revoke: changeProcedure
    .meta({ stores: null })
    .input(z.strictObject({ id }))
    .mutation(async ({ ctx, input }) => {
      const name = await revokeKey(ctx.member, input.id)
      record(ctx, { kind: 'key-revoked', keyId: input.id, name })
    }),
})

/** Returns a note if a limit exceeds the account's own limit, which then applies; null if no limit does. */
async function noteOn(
  accountId: string,
  { monthlyLimit, dailyLimit, burstLimit }: Partial<KeyLimits>,
): Promise<string | null> {
  if (typeof burstLimit === 'number' && burstLimit > limits.burst.max) {
    return `The limit is above the account's ${count(limits.burst.max)} calls in ten seconds, so the account's limit applies.`
  }
  const most = Math.max(monthlyLimit ?? 0, dailyLimit ?? 0)
  if (most === 0) return null
  const plan = planOf((await readProfile(accountId)).plan)
  const quota = plan?.monthlyQuota ?? null
  return quota !== null && most > quota
    ? `The limit is above the plan's ${count(quota)} calls a month, so the plan's limit applies.`
    : null
}

const count = (calls: number) => calls.toLocaleString('en')
