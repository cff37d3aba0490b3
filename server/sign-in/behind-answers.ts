import type { GenericEndpointContext } from 'better-auth'
import { formCsrfMiddleware, requestPasswordReset, signUpEmail } from 'better-auth/api'
import { z } from 'zod'
import { randomBase62 } from '@/server/access/api-key'
import { inBackground } from '@/server/store/store-failure'
import { removeUnconfirmed, unconfirmedSeconds } from './adapter/users'
import type { User } from './signed-links'
import { checkEmail } from './user-rules'

const signUp = signUpEmail()

/**
 * Signs up if an email must be confirmed before the first sign-in. The work is done after the response, so neither the response
 * nor its timing reveals who has an account. A new account replaces one that was never confirmed. The browser gets a cookie that
 * identifies it when it opens the mailed link.
 * @returns the response; undefined if the call is invalid, which better-auth reports.
 * @throws APIError if the email or the origin is not acceptable.
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

/** Whether this browser is the one that signed up. */
export async function signedUpHere(context: GenericEndpointContext, { signUpBrowser }: User): Promise<boolean> {
  const { name } = cookieOf(context)
  return Boolean(signUpBrowser) && (await context.getSignedCookie(name, context.context.secret)) === signUpBrowser
}

/** Deletes the cookie, which is no longer needed. */
export function forgetSignUp(context: GenericEndpointContext): void {
  const { name, attributes } = cookieOf(context)
  context.setCookie(name, '', { ...attributes, maxAge: 0 })
}

const cookieOf = ({ context }: GenericEndpointContext) =>
  context.createAuthCookie('sign_up', { maxAge: unconfirmedSeconds })

/** Returns what better-auth needs to run a call after its response. Omits the request, whose body has been read by then. */
const laterCall = ({ context, path, headers }: GenericEndpointContext) => ({
  context,
  path,
  headers: new Headers(headers),
})

const resetRequest = z.object({ email: z.email() })

/**
 * Mails a link for a new password. The account is looked up after the response, so neither the response nor its timing reveals
 * whether it exists.
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
