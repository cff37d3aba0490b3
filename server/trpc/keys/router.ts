import { z } from 'zod'
import { type KeyLimits, keyOperations, maxAddresses, readAddressRange } from '@/server/access/key-limits'
import { listKeys } from '@/server/access/key-list'
import {
  createFirstKey,
  createKey,
  firstKeyName,
  limitKey,
  renameKey,
  revokeKey,
  rotateKey,
} from '@/server/access/key-store'
import { limits } from '@/server/access/limits'
import { planOf } from '@/server/access/plans'
import { readProfile } from '@/server/access/profile'
import { record } from '../audit'
import { router } from '../init'
import { accountProcedure } from '../signed-in'

const id = z.string().max(40)
const name = z
  .string()
  .trim()
  .min(1, 'Give the key a name.')
  .refine((text) => [...text].length <= 60, 'A name can have at most 60 characters.')
  .refine((text) => !/\p{C}/u.test(text), 'A name cannot contain control characters.')
const maxSecondsAhead = 10 * 366 * 86_400
const expires = z
  .int()
  .refine((seconds) => seconds * 1000 > Date.now(), 'The expiry is in the past.')
  .refine(
    (seconds) => seconds - Date.now() / 1000 < maxSecondsAhead,
    'The expiry is more than ten years ahead. Send it in seconds since 1970, not milliseconds.',
  )
  .nullable()

const most = 1_000_000_000

const limit = (what: string) =>
  z
    .int(`Send ${what} as a whole number.`)
    .min(1, 'A limit must be 1 or more. To stop a key, revoke it.')
    .max(most, `A limit can be at most ${most.toLocaleString('en')}. Leave it out for no limit.`)
    .nullable()
    .exactOptional()

const range = z.string('Send each address as a string.').transform((text, { issues }) => {
  const read = readAddressRange(text)
  if (read !== null) return read
  const message = 'This is not an IP address or range, such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32.'
  issues.push({ code: 'custom', message, input: text })
  return z.NEVER
})

const unique = <Item>(items: Item[]) => [...new Set(items)]

/** The limits of a key, as its owner sends them. Null: no limit of its own. */
const limitsInput = {
  operations: z
    .array(z.enum(keyOperations, `Choose from ${keyOperations.join(', ')}.`))
    .min(1, 'Choose at least one operation.')
    .transform(unique)
    .nullable()
    .exactOptional(),
  monthlyLimit: limit('calls a month'),
  burstLimit: limit('calls in ten seconds'),
  addresses: z
    .array(range)
    .min(1, 'Send at least one address, or null for no limit.')
    .max(maxAddresses, `A key can have at most ${maxAddresses} addresses and ranges.`)
    .transform(unique)
    .nullable()
    .exactOptional(),
}

/** The API keys of the account that is signed in. Another account's key is answered as not found. */
export const keysRouter = router({
  list: accountProcedure.query(({ ctx }) => listKeys(ctx.owner.accountId)),

  create: accountProcedure
    .input(z.strictObject({ name, expires: expires.default(null), test: z.boolean().default(false), ...limitsInput }))
    .mutation(async ({ ctx, input: { name, expires, ...options } }) => {
      const made = await createKey(ctx.owner.accountId, name, expires, options)
      record(ctx, { kind: 'key-created', keyId: made.id, name })
      return { ...made, limitNote: await noteOn(ctx.owner.accountId, options) }
    }),

  /** Makes a key for an account that has none, once however often it is called; null if there is one already. */
  createFirst: accountProcedure.mutation(async ({ ctx }) => {
    const made = await createFirstKey(ctx.owner.accountId)
    if (made) record(ctx, { kind: 'key-created', keyId: made.id, name: firstKeyName })
    return made
  }),

  rename: accountProcedure
    .input(z.strictObject({ id, name }))
    .mutation(({ ctx, input }) => renameKey(ctx.owner.accountId, input.id, input.name)),

  /** Sets limits of a key and its expiry, from its next call on. What is left out stays as it is. */
  setLimits: accountProcedure
    .input(z.strictObject({ id, expires: expires.exactOptional(), ...limitsInput }))
    .mutation(async ({ ctx, input: { id, ...changes } }) => {
      const name = await limitKey(ctx.owner.accountId, id, changes)
      record(ctx, { kind: 'key-limited', keyId: id, name })
      return { limitNote: await noteOn(ctx.owner.accountId, changes) }
    }),

  rotate: accountProcedure
    .input(z.strictObject({ id, overlapDays: z.int().min(0).max(7) }))
    .mutation(async ({ ctx, input }) => {
      const { name, ...made } = await rotateKey(ctx.owner.accountId, input.id, input.overlapDays)
      record(ctx, { kind: 'key-rotated', keyId: input.id, name })
      return made
    }),

  revoke: accountProcedure.input(z.strictObject({ id })).mutation(async ({ ctx, input }) => {
    const name = await revokeKey(ctx.owner.accountId, input.id)
    record(ctx, { kind: 'key-revoked', keyId: input.id, name })
  }),
})

/** Returns a note if a limit is above the account's own, which then applies; null if none is. */
async function noteOn(accountId: string, { monthlyLimit, burstLimit }: Partial<KeyLimits>): Promise<string | null> {
  if (typeof burstLimit === 'number' && burstLimit > limits.burst.max) {
    return `The limit is above the account's ${count(limits.burst.max)} calls in ten seconds, so the account's applies.`
  }
  if (typeof monthlyLimit !== 'number') return null
  const plan = planOf((await readProfile(accountId)).plan)
  const quota = plan?.monthlyQuota ?? null
  return quota !== null && monthlyLimit > quota
    ? `The limit is above the plan's ${count(quota)} calls a month, so the plan's applies.`
    : null
}

const count = (calls: number) => calls.toLocaleString('en')
