import type { GenericEndpointContext } from 'better-auth'
import { formCsrfMiddleware, signUpEmail } from 'better-auth/api'
import { z } from 'zod'
import { randomBase62 } from '@/server/access/api-key'
import { unconfirmedSeconds } from './adapter/unconfirmed'
import { removeUnconfirmed } from './adapter/users'
import { inBackground, laterCall } from './background'
import type { User } from './signed-links'
import { checkEmail } from './user-rules'

const signUp = signUpEmail()

/**
 * Signs up where an email is confirmed before the first sign-in. The work comes after the answer, so that neither what it says
 * nor how long it takes tells who has an account. An account that was never confirmed makes way for the new one. This browser
 * is given a cookie by which it is known when the link in the mail is opened.
 * @returns the answer; undefined where better-auth will say what is wrong with the call.
 * @throws APIError for an email or an origin that is not right.
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
  const work = async () => {
    await removeUnconfirmed(body.email.toLowerCase())
    const named = { ...body, signUpBrowser }
    await signUp({ ...laterCall(context), body: named })
  }
  inBackground('a sign-up failed', work())
  return context.json({ token: null, user: null })
}

/** Whether this browser is the one that signed up. */
export async function signedUpHere(context: GenericEndpointContext, { signUpBrowser }: User): Promise<boolean> {
  const { name } = cookieOf(context)
  return Boolean(signUpBrowser) && (await context.getSignedCookie(name, context.context.secret)) === signUpBrowser
}

/** The cookie has done its work. */
export function forgetSignUp(context: GenericEndpointContext): void {
  const { name, attributes } = cookieOf(context)
  context.setCookie(name, '', { ...attributes, maxAge: 0 })
}

const cookieOf = ({ context }: GenericEndpointContext) =>
  context.createAuthCookie('sign_up', { maxAge: unconfirmedSeconds })
