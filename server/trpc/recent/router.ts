import { z } from 'zod'
import { addRecent, clearRecent, removeRecent } from '@/server/account-data/recent-lookups'
import { detailLevels } from '@/server/listings/resolve'
import { router } from '../init'
import { searchInput } from '../listings/schemas'
import { accountProcedure } from '../signed-in'

const cid = z.string().regex(/^\d{1,20}$/, 'Send the CID as decimal digits.')
const text = z.string().trim().min(1).max(4_096)

const asked = z.discriminatedUnion('operation', [
  z.strictObject({
    operation: z.literal('resolve'),
    text,
    details: z.enum(detailLevels),
    cid,
    placeId: z
      .string()
      .regex(/^[\w-]{1,200}$/, 'Send a place id.')
      .nullable(),
  }),
  z.strictObject({
    operation: z.literal('search'),
    text: searchInput.shape.name,
    country: searchInput.shape.country.unwrap().nullable(),
  }),
  z.strictObject({ operation: z.literal('convert'), text: text.max(40), cid }),
])

/**
 * The recent lookups of the account that is signed in. The page adds a lookup once its answer is there, so that no lookup waits
 * for this. Calls with a key are not listed.
 */
export const recentRouter = router({
  add: accountProcedure.input(asked).mutation(({ ctx, input }) => addRecent(ctx.owner.accountId, input)),

  remove: accountProcedure
    .input(z.strictObject({ id: z.string().regex(/^[\w-]{16}$/) }))
    .mutation(({ ctx, input: { id } }) => removeRecent(ctx.owner.accountId, id)),

  clear: accountProcedure.mutation(({ ctx }) => clearRecent(ctx.owner.accountId)),
})
