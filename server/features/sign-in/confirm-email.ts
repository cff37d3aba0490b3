import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthEndpoint, formCsrfMiddleware, requestPasswordReset, signUpEmail } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod'
import { randomBase62 } from '@/server/metering/access/api-key'
import { inBackground } from '@/server/platform/store/store-failure'
import { emailTaken, removeUnconfirmed, unconfirmedSeconds } from './adapter/users'
import { rememberBrowser } from './caller'
import { invitationFor, provesEmail } from './invited'
import { hasSecondFactor } from './second-factor'
import { readLink, type User } from './signed-links'
import { checkEmail, countPasswordTry, longestPassword } from './user-rules'

/**
 * Confirms a new account's email. The caller needs the emailed link and proof of having created the account: the same
 * browser, or the password. Someone who signs up with another person's email never gets the link, and the email's owner
 * gets the link but does not know the password, so neither of them can confirm the account.
 */
export const confirmEmail = {
  id: 'pinref-confirm-email',
  endpoints: {
    /** Returns the data for a link's page; null if the link is no longer valid. */
    readConfirmation: createAuthEndpoint.serverOnly(
      { method: 'GET', query: z.object({ token: z.string() }), requireHeaders: true },
      async (context): Promise<{ email: string; confirmed: boolean; here: boolean } | null> => {
        const user = await linkedUser(context, context.query.token)
        if (!user) return null
        return { email: user.email, confirmed: user.emailVerified, here: await signedUpHere(context, user) }
      },
    ),

    /**
     * Also signs the user in if this browser is the one that signed up. If a password was sent, the client signs in
     * with the next call.
     */
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

const signUp = signUpEmail()

/**
 * Signs up if an email must be confirmed before the first sign-in. The work is done after the response, so neither the response
 * nor its timing reveals who has an account. A new account replaces an unconfirmed account with the same email. The
 * browser gets a cookie that identifies it when it opens the emailed link.
 * @returns the response; undefined if the call is invalid, which better-auth reports.
 * @throws APIError if the email or the origin is not allowed.
 */
export async function signUpFirst(context: GenericEndpointContext) {
  const { request } = context
  if (request) await formCsrfMiddleware({ ...laterCall(context), request })
  const { minPasswordLength, maxPasswordLength } = context.context.password.config
  const body = z
    .object({
      name: z.string(),
      email: z.email(),
      password: z.string().min(minPasswordLength).max(maxPasswordLength),
      callbackURL: z.string().exactOptional(),
    })
    .safeParse(context.body).data
  if (!body) return undefined
  checkEmail(body.email)
  const invitation = await invitationFor(body.email, body.callbackURL)
  if (invitation !== null && provesEmail(invitation)) return signUpInvited(context, body)
  // The sign-up after the response uses this hash, so once the response is sent, no full queue can reject it.
  await context.context.password.hash(body.password)
  const signUpBrowser = randomBase62(22)
  const { name, attributes } = cookieOf(context)
  await context.setSignedCookie(name, signUpBrowser, context.context.secret, attributes)
  inBackground('a sign-up failed', async () => {
    await removeUnconfirmed(body.email.toLowerCase())
    const withBrowser = { ...body, signUpBrowser }
    await signUp({ ...laterCall(context), body: withBrowser })
  })
  return context.json({ token: null, user: null })
}

/**
 * Signs up with an invitation that was emailed to this address, which confirms it, and signs in. Anyone who has the link
 * reads the mailbox, so the response may reveal that the email has an account.
 * @throws APIError `USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL`.
 */
async function signUpInvited(context: GenericEndpointContext, body: { name: string; email: string; password: string }) {
  const { internalAdapter, password } = context.context
  const hash = await password.hash(body.password)
  const email = body.email.toLowerCase()
  await removeUnconfirmed(email)
  if (await internalAdapter.findUserByEmail(email)) throw emailTaken()
  const user = await internalAdapter.createUser(
    { email, name: body.name, emailVerified: true },
    { method: 'email-password' },
  )
  await internalAdapter.linkAccount({ userId: user.id, providerId: 'credential', accountId: user.id, password: hash })
  const session = await internalAdapter.createSession(user.id)
  await setSessionCookie(context, { session, user })
  await rememberBrowser(context, user.id)
  return context.json({ token: session.token, user: null })
}

/** Whether this browser is the one that signed up. */
async function signedUpHere(context: GenericEndpointContext, { signUpBrowser }: User): Promise<boolean> {
  const { name } = cookieOf(context)
  return Boolean(signUpBrowser) && (await context.getSignedCookie(name, context.context.secret)) === signUpBrowser
}

/** Deletes the cookie, which is no longer needed. */
function forgetSignUp(context: GenericEndpointContext): void {
  const { name, attributes } = cookieOf(context)
  context.setCookie(name, '', { ...attributes, maxAge: 0 })
}

const cookieOf = ({ context }: GenericEndpointContext) =>
  context.createAuthCookie('sign_up', { maxAge: unconfirmedSeconds })

/**
 * Returns the parts of a call that better-auth needs to run the call after the response. Omits the request, because its
 * body has already been read.
 */
const laterCall = ({ context, path, headers }: GenericEndpointContext) => ({
  context,
  path,
  headers: new Headers(headers),
})

const resetRequest = z.object({ email: z.email() })

/**
 * Emails a link for setting a new password. The account is looked up after the response, so neither the response nor
 * its timing reveals whether the account exists.
 * @returns the response; undefined if the call is invalid, which better-auth reports.
 */
export function mailReset(context: GenericEndpointContext) {
  const body = resetRequest.safeParse(context.body).data
  if (!body) return undefined
  inBackground('a password reset link could not be created', () =>
    requestPasswordReset({ ...laterCall(context), body }),
  )
  return context.json({ status: true })
}
