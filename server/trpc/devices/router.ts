import { z } from 'zod'
import { record } from '../audit'
import { router } from '../init'
import { accountProcedure } from '../signed-in'

/** The browsers that are signed in to an account. A browser of another account is answered like one that has signed out. */
export const devicesRouter = router({
  /** Signs one out. Code that needs better-auth is loaded at the first call. */
  signOut: accountProcedure.input(z.strictObject({ id: z.string().max(40) })).mutation(async ({ ctx, input }) => {
    const { endSession } = await import('@/server/sign-in/own-account')
    if (await endSession(ctx.owner.accountId, input.id)) record(ctx, { kind: 'browser-signed-out' })
  }),
})
