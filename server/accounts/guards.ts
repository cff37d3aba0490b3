import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { countAttempt } from './attempts'
import { watchingStore } from './store-failure'

/**
 * Attempts to sign in to one account, from wherever they come: enough for anybody who has forgotten a password, too few to
 * find one. Attempts from one address are counted besides.
 */
const attemptsAtAccount = { window: 900, max: 30 }

const count = watchingStore(countAttempt)

/** What is checked before better-auth does its work, and what it does not check itself. */
export const guards = createAuthMiddleware(async (context) => {
  if (context.path === '/sign-in/email') {
    const { email } = context.body
    if (typeof email !== 'string' || email.length > 254) return
    const { allowed } = await count(`sign-in:${email.toLowerCase()}`, attemptsAtAccount)
    if (!allowed) throw new APIError('TOO_MANY_REQUESTS', { message: 'Too many requests. Please try again later.' })
  }

  // Deleting is for whoever knows the password, not for whoever finds a browser open.
  if (context.path === '/delete-user' && !context.body?.password) {
    const session = await getSessionFromCtx(context)
    if (session && (await context.context.internalAdapter.findCredentialAccount(session.user.id))) {
      throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'Invalid password' })
    }
  }
})
