import { router } from '../init'
import { accountProcedure } from '../signed-in'

/** The account that is signed in, as a whole. */
export const accountRouter = router({
  /** Everything that is kept of it. What needs better-auth loads it at the first call. */
  copy: accountProcedure.mutation(async ({ ctx }) => {
    const { copyAccount } = await import('@/server/accounts/account-copy')
    return copyAccount(ctx.owner.accountId)
  }),
})
