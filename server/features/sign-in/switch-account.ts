import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod'
import { readRole } from '@/server/metering/access/members'
import { recordSignIn } from './adapter/memberships'
import { isId } from './adapter/redis-keys'
import { moveSession } from './adapter/sessions'
import { preferAccount } from './session-account'

/**
 * Moves a browser's session to another account of the same person. The session's token is replaced by one that names
 * the account. The session is not renewed, so it is as old as before where a recent sign-in is required, and it ends at
 * the same time.
 */
export const switchAccount = {
  id: 'pinref-switch-account',
  endpoints: {
    switchAccount: createAuthEndpoint(
      '/switch-account',
      { method: 'POST', body: z.object({ accountId: z.string().max(40) }), use: [sessionMiddleware] },
      async (context) => {
        const { session, user } = context.context.session
        const { accountId } = context.body
        // The same error for an account that doesn't exist, so ids can't be guessed here.
        if (!isId(accountId) || (await readRole(accountId, user.id)) === null) {
          throw new APIError('FORBIDDEN', { code: 'NOT_A_MEMBER', message: 'Not a member of this account' })
        }
        const token = await moveSession(session.token, accountId)
        if (token === null) throw new APIError('UNAUTHORIZED', { code: 'UNAUTHORIZED', message: 'Unauthorized' })
        const now = new Date()
        const maxAge = Math.max(1, Math.floor((session.expiresAt.getTime() - now.getTime()) / 1000))
        await setSessionCookie(context, { session: { ...session, token }, user }, undefined, { maxAge })
        await preferAccount(user.id, accountId)
        recordSignIn({ accountId, personId: user.id }, user.email, now)
        return context.json({ accountId })
      },
    ),
  },
} satisfies BetterAuthPlugin
