import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { forgetSignUp, signedUpHere } from './behind-answers'
import { hasSecondFactor } from './second-factor'
import { readLink, type User } from './signed-links'
import { countPasswordTry, longestPassword } from './user-rules'

/**
 * Confirms the email of a new account. The caller needs the mailed link and proof of having created the account: the same
 * browser, or the password. Someone who signs up with another person's email never gets the link. That person gets the link but
 * does not know the password. So neither can confirm it.
 */
export const confirmEmail = {
  id: 'pinref-confirm-email',
  endpoints: {
    /** Returns the data for the page of a link; null if the link no longer works. */
    readConfirmation: createAuthEndpoint.serverOnly(
      { method: 'GET', query: z.object({ token: z.string() }), requireHeaders: true },
      async (context): Promise<{ email: string; confirmed: boolean; here: boolean } | null> => {
        const user = await linkedUser(context, context.query.token)
        if (!user) return null
        return { email: user.email, confirmed: user.emailVerified, here: await signedUpHere(context, user) }
      },
    ),

    /** Also signs in if this is the browser that signed up. After a password, the client signs in with the next call. */
    confirmEmail: createAuthEndpoint(
      '/confirm-email',
      { method: 'POST', body: z.object({ token: z.string(), password: z.string().max(longestPassword).optional() }) },
      async (context) => {
        const { token, password } = context.body
        const { internalAdapter } = context.context
        const user = await linkedUser(context, token)
        if (!user) throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message: 'Invalid token' })
        if (user.emailVerified) {
          throw new APIError('BAD_REQUEST', { code: 'EMAIL_ALREADY_VERIFIED', message: 'Email is already verified' })
        }
        const here = await signedUpHere(context, user)
        if (!here) await countPasswordTry(context, user.email)
        if (!here && !(await isPassword(context, user, password))) {
          throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'Invalid password' })
        }
        const confirmed = await internalAdapter.updateUser(user.id, { emailVerified: true, signUpBrowser: null })
        // Someone has signed up with this email again in the meantime.
        if (!confirmed) throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message: 'Invalid token' })
        const signsIn = here && !hasSecondFactor(confirmed)
        if (signsIn) {
          const session = await internalAdapter.createSession(user.id)
          await setSessionCookie(context, { session, user: confirmed })
          forgetSignUp(context)
        }
        return context.json({ status: true, email: user.email, signedIn: signsIn })
      },
    ),
  },
} satisfies BetterAuthPlugin

async function linkedUser(context: GenericEndpointContext, token: string): Promise<User | null> {
  const link = await readLink(context, token)
  return link && link !== 'dead' && link.updateTo === undefined ? link.user : null
}

async function isPassword({ context }: GenericEndpointContext, { id }: User, password = ''): Promise<boolean> {
  const hash = (await context.internalAdapter.findCredentialAccount(id))?.password
  return Boolean(hash) && context.password.verify({ hash: hash ?? '', password })
}
