import * as z from 'zod'
import { createJoinedAccount, joinedAccounts, longestAccountName } from '@/server/features/sign-in/joined-accounts'
import { limits } from '@/server/metering/access/limits'
import { readUsage } from '@/server/metering/usage/account-usage'
import { router } from './init'
import { actorOf, personProcedure } from './signed-in'

/** An account's name, as its owners write it. */
export const accountName = z
  .string()
  .trim()
  .min(1, 'Give the account a name.')
  .refine((text) => [...text].length <= longestAccountName, `Use at most ${longestAccountName} characters.`)
  .refine((text) => !/\p{C}/u.test(text), 'A name cannot contain control characters.')

/** The accounts that the signed-in person is in. */
export const accountsRouter = router({
  /** Returns the accounts, the one joined first at the top, and which one the session is in with its usage. */
  list: personProcedure.query(async ({ ctx }) => {
    const { personId, member } = ctx.person
    const [accounts, usage] = await Promise.all([joinedAccounts(personId), member && readUsage(member.accountId)])
    return {
      accounts,
      /** Null if the person is not in the session's account. */
      current: member && { id: member.accountId, limit: usage?.limit ?? null, used: usage?.used ?? 0 },
    }
  }),

  /** Creates an account that the person owns. The session stays where it is. */
  create: personProcedure
    .meta({ costs: { limit: limits.dashboard, also: [limits.accountsMade] }, stores: { accounts: 1 } })
    .input(z.strictObject({ name: accountName }))
    .mutation(async ({ ctx, input }) => {
      const { personId, name, email } = ctx.person
      const by = { ...actorOf(ctx), person: { personId, role: 'owner', name, email } } as const
      return { id: await createJoinedAccount(personId, input.name, by) }
    }),
})
