import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { countAttempt } from './attempts'
import { guardSecondFactor } from './second-factor/guards'
import { mailMode } from './sign-in-options'
import { signUpFirst } from './sign-up-first'
import { guardLink } from './signed-links'
import { watchingStore } from './store-failure'

/**
 * Sign-in attempts for one account, from any address: enough for somebody who has forgotten a password, too few to guess
 * one. Attempts from one address are counted separately.
 */
const attemptsAtAccount = { window: 900, max: 30 }

const count = watchingStore(countAttempt)

/** What better-auth does not do itself, run before it. */
export const guards = createAuthMiddleware(async (context) => {
  if (context.path === '/verify-email') await guardLink(context)

  if (context.path === '/sign-up/email' && mailMode() === 'smtp') return signUpFirst(context)

  if (context.path === '/sign-in/email') {
    const { email } = context.body
    if (typeof email !== 'string' || email.length > 254) return
    const { allowed } = await count(`sign-in:${email.toLowerCase()}`, attemptsAtAccount)
    if (!allowed) throw new APIError('TOO_MANY_REQUESTS', { message: 'Too many requests. Please try again later.' })
  }

  // Deleting an account needs its password: an unattended browser is not enough.
  if (context.path === '/delete-user' && !context.body?.password) {
    const session = await getSessionFromCtx(context)
    if (session && (await context.context.internalAdapter.findCredentialAccount(session.user.id))) {
      throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'Invalid password' })
    }
  }

  await guardSecondFactor(context)

  // A new password ends all other sessions, whatever the caller asks for.
  if (context.path === '/change-password') return { context: { body: { ...context.body, revokeOtherSessions: true } } }
})
