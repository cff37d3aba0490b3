import type { GenericEndpointContext } from 'better-auth'
import { APIError, getSessionFromCtx } from 'better-auth/api'
import { noteStoreFailure } from '../store-failure'
import * as codeTries from './code-tries'
import { hasSecondFactor } from './plugins'
import * as trustedBrowsers from './trusted-browsers'

const tryCode = noteStoreFailure(codeTries.tryCode)
const forgetTry = noteStoreFailure(codeTries.forgetTry)
const forgetTrustedBrowsers = noteStoreFailure(trustedBrowsers.forgetTrustedBrowsers)

/** Checks what better-auth does not check itself about the second factor, before its endpoints run. */
export async function guardSecondFactor(context: GenericEndpointContext): Promise<void> {
  switch (context.path) {
    case '/two-factor/verify-totp':
      return checkTry(context, 'INVALID_CODE', /^\d{6}$/)
    case '/two-factor/verify-backup-code':
      return checkTry(context, 'INVALID_BACKUP_CODE', /^[0-9a-z-]{1,20}$/)
    case '/two-factor/enable':
    case '/two-factor/disable':
    case '/two-factor/generate-backup-codes':
      return checkFresh(context)
    case '/passkey/verify-registration':
      checkCredential(context)
      checkName(context)
      return checkOwner(context)
    case '/passkey/delete-passkey':
      return checkOwner(context)
    case '/passkey/update-passkey':
      return checkName(context)
    case '/passkey/verify-authentication':
      return checkCredential(context)
  }
}

/** Acts on what an endpoint has done, if its answer was no error. */
export async function afterSecondFactor({ path, context }: GenericEndpointContext): Promise<void> {
  const accountId = context.newSession?.user.id ?? context.session?.user.id
  if (!accountId) return
  switch (path) {
    case '/two-factor/verify-totp':
    case '/two-factor/verify-backup-code':
      return forgetTry(accountId)
    // Somebody who ends sessions or changes the password wants to keep somebody else out.
    case '/two-factor/disable':
    case '/change-password':
    case '/revoke-session':
    case '/revoke-sessions':
    case '/revoke-other-sessions':
      return forgetTrustedBrowsers(accountId)
  }
}

/** Refuses a code that has the wrong form, is one of too many or, from an app, was tried before. */
async function checkTry(context: GenericEndpointContext, fault: string, form: RegExp): Promise<void> {
  const accountId = await accountAsked(context)
  if (accountId === null) return
  const { code } = context.body ?? {}
  const isTotp = fault === 'INVALID_CODE'
  const invalid = () => new APIError('UNAUTHORIZED', { code: fault, message: 'Invalid code' })
  if (typeof code !== 'string' || !form.test(code)) throw invalid()
  const tried = await tryCode(accountId, isTotp ? code : null)
  if (tried.outcome === 'again') throw invalid()
  if (tried.outcome === 'too-many') {
    const headers = { 'x-retry-after': String(tried.retryAfterSeconds) }
    throw new APIError('TOO_MANY_REQUESTS', { message: 'Too many wrong codes. Try again later.' }, headers)
  }
}

/**
 * Returns the account that a code is for, as better-auth finds it: the one signed in, otherwise the one whose password was right.
 */
async function accountAsked(context: GenericEndpointContext): Promise<string | null> {
  const session = await getSessionFromCtx(context)
  if (session) return session.user.id
  const { name } = context.context.createAuthCookie('two_factor')
  const challenge = await context.getSignedCookie(name, context.context.secret)
  const pending = challenge ? await context.context.internalAdapter.findVerificationValue(challenge) : null
  return pending?.value ?? null
}

/** Requires the password, if there is one, for adding or removing a passkey: an unattended browser is not enough. */
async function checkOwner(context: GenericEndpointContext): Promise<void> {
  await checkFresh(context)
  const session = await getSessionFromCtx(context)
  if (!session) return
  const method = await context.context.internalAdapter.findCredentialAccount(session.user.id)
  if (!method?.password) return
  if (typeof context.body.password !== 'string') throw invalidPassword()
  await context.context.password.checkPassword(session.user.id, context)
}

const invalidPassword = () => new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'Invalid password' })

/** The longest id that a credential may have, in base64url: 1,023 bytes. @see https://www.w3.org/TR/webauthn-3/#credential-id */
const credentialId = /^[\w-]{1,1364}$/

function checkCredential({ body }: GenericEndpointContext): void {
  if (typeof body?.response?.id === 'string' && credentialId.test(body.response.id)) return
  throw new APIError('BAD_REQUEST', { code: 'AUTHENTICATION_FAILED', message: 'Authentication failed' })
}

const longestPasskeyName = 60

function checkName({ body }: GenericEndpointContext): void {
  const name: unknown = body?.name
  if (typeof name === 'string' && name.trim() && [...name].length <= longestPasskeyName && !/\p{C}/u.test(name)) return
  throw new APIError('BAD_REQUEST', { code: 'INVALID_NAME', message: 'A name has 1 to 60 characters' })
}

/** Requires a recent sign-in if the account has no password. Other accounts are asked for their password instead. */
async function checkFresh(context: GenericEndpointContext): Promise<void> {
  const { internalAdapter, sessionConfig } = context.context
  const session = await getSessionFromCtx(context)
  if (!session || (await internalAdapter.findCredentialAccount(session.user.id))?.password) return
  const ageMs = Date.now() - new Date(session.session.createdAt).getTime()
  if (ageMs >= sessionConfig.freshAge * 1000) {
    throw new APIError('FORBIDDEN', { code: 'SESSION_NOT_FRESH', message: 'Session is not fresh' })
  }
}

/**
 * The endpoints that may begin a session for an account with a second factor: those that ask for it, and those that better-auth
 * exempts.
 */
const sessionsBeginAt = new Set([
  // better-auth replaces the session that begins here with a request for the code.
  '/sign-in/email',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  // The device has asked for a fingerprint, a face or a PIN.
  '/passkey/verify-authentication',
  // GitHub and Google ask for a second factor of their own.
  '/callback/:id',
  '/sign-in/social',
  // These replace a session.
  '/two-factor/disable',
  '/change-password',
])

/**
 * Refuses a session that begins without the second factor of its account: a mailed link, for example, does not sign in.
 * @throws a redirect to the sign-in page.
 */
export async function checkSessionMayBegin(accountId: string, context: GenericEndpointContext | null): Promise<void> {
  if (!context?.path || sessionsBeginAt.has(context.path)) return
  const user = await context.context.internalAdapter.findUserById(accountId)
  if (hasSecondFactor(user)) throw context.redirect('/sign-in?error=second_factor_needed')
}
