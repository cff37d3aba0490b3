import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import * as z from 'zod'
import { trustOwner } from './passwords'
import { checkOwner } from './second-factor'
import { countPasswordTry, longestPassword } from './user-rules'

/** Checks that a signed-in person is at the keyboard. An unattended browser is not proof enough to delete an account. */
export const proveOwner = {
  id: 'pinref-prove-owner',
  endpoints: {
    proveOwner: createAuthEndpoint.serverOnly(
      {
        method: 'POST',
        body: z.object({ password: z.string().max(longestPassword).optional() }),
        requireHeaders: true,
        use: [sessionMiddleware],
      },
      async (context) => {
        trustOwner()
        if (context.body.password !== undefined) await countPasswordTry(context, context.context.session.user.email)
        await checkOwner(context)
      },
    ),
  },
} satisfies BetterAuthPlugin
