import { z } from 'zod'
import {
  createFirstKey,
  createKey,
  firstKeyName,
  listKeys,
  renameKey,
  revokeKey,
  rotateKey,
} from '@/server/access/key-store'
import { record } from '../audit'
import { router } from '../init'
import { accountProcedure } from '../signed-in'

const id = z.string().max(40)
const name = z
  .string()
  .trim()
  .min(1, 'Give the key a name.')
  .refine((text) => [...text].length <= 60, 'A name has at most 60 characters.')
  .refine((text) => !/\p{C}/u.test(text), 'A name has no control characters.')
const mostSecondsAhead = 10 * 366 * 86_400
const expires = z
  .int()
  .refine((seconds) => seconds * 1000 > Date.now(), 'The expiry is in the past.')
  .refine(
    (seconds) => seconds - Date.now() / 1000 < mostSecondsAhead,
    'The expiry is more than ten years ahead. Give it in seconds since 1970, not in milliseconds.',
  )
  .nullable()

/** The API keys of the account that is signed in. Another account's key is answered as not found. */
export const keysRouter = router({
  list: accountProcedure.query(({ ctx }) => listKeys(ctx.owner.accountId)),

  create: accountProcedure
    .input(z.strictObject({ name, expires: expires.default(null) }))
    .mutation(async ({ ctx, input }) => {
      const made = await createKey(ctx.owner.accountId, input.name, input.expires)
      record(ctx, { kind: 'key-created', keyId: made.id, name: input.name })
      return made
    }),

  /** A key for an account that has none, once however often it is asked for; null where there is one already. */
  createFirst: accountProcedure.mutation(async ({ ctx }) => {
    const made = await createFirstKey(ctx.owner.accountId)
    if (made) record(ctx, { kind: 'key-created', keyId: made.id, name: firstKeyName })
    return made
  }),

  rename: accountProcedure
    .input(z.strictObject({ id, name }))
    .mutation(({ ctx, input }) => renameKey(ctx.owner.accountId, input.id, input.name)),

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
