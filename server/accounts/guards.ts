import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { alertOfSignIn } from './alerts/sign-in-alert'
import { mailReset } from './forgotten-password'
import { rememberBrowser } from './known-browser'
import { checkNewPassword } from './password-rules'
import { countPasswordTry } from './password-tries'
import { afterSecondFactor, guardSecondFactor } from './second-factor/guards'
import { mailMode } from './sign-in-options'
import { signUpFirst } from './sign-up-first'
import { guardLink } from './signed-links'
import { longestEmail } from './user-rules'

/** Does what better-auth does not do itself, before its endpoints run. */
export const guards = createAuthMiddleware(async (context) => {
  const email = await emailForNewPassword(context)
  if (email !== null) await checkNewPassword(context.body?.newPassword ?? context.body?.password, email)

  if (context.path === '/verify-email') await guardLink(context)

  if (context.path === '/sign-up/email' && mailMode() === 'smtp') return signUpFirst(context)

  if (context.path === '/request-password-reset' && mailMode() !== 'off') return mailReset(context)

  if (context.path === '/sign-in/email') {
    const { email } = context.body ?? {}
    if (typeof email === 'string' && email.length <= longestEmail) await countPasswordTry(context, email)
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

/**
 * Acts on what better-auth's endpoints have done. It comes after the plugins of the second factor: if a code is needed too, they
 * have removed the session that the password alone began.
 */
export const afterEndpoints = {
  id: 'pinref-after-endpoints',
  hooks: {
    after: [
      {
        matcher: () => true,
        handler: createAuthMiddleware(async (context) => {
          const { newSession } = context.context
          if (newSession) {
            await alertOfSignIn(context, newSession)
            await rememberBrowser(context, newSession.user.id)
          }
          if (!isAPIError(context.context.returned)) await afterSecondFactor(context)
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin

/** Returns the email of the user who sets a new password with this call; null if it sets none or the user is not known. */
async function emailForNewPassword(context: GenericEndpointContext): Promise<string | null> {
  const { internalAdapter } = context.context
  switch (context.path) {
    case '/sign-up/email':
      return String(context.body?.email)
    case '/change-password':
      return (await getSessionFromCtx(context))?.user.email ?? null
    case '/reset-password': {
      const reset = await internalAdapter.findVerificationValue(`reset-password:${context.body?.token}`)
      return (reset && (await internalAdapter.findUserById(reset.value))?.email) ?? null
    }
    default:
      return null
  }
}
