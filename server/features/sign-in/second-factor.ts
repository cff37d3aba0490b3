import { createHash, randomInt, randomUUID } from 'node:crypto'
import { passkey } from '@better-auth/passkey'
import type { GenericEndpointContext } from 'better-auth'
import { APIError, getSessionFromCtx } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { isLoopback } from '@/server/features/mail/mode'
import { limits } from '@/server/metering/access/limits'
import type { Env } from '@/server/platform/settings/env'
import { defineScript } from '@/server/platform/store/script'
import { integer, list, outcomes, record, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import { recordPasskeyUse } from './adapter/passkeys'
import { signInKeys } from './adapter/redis-keys'
import countTryLua from './count-code-try.lua'
import { passkeyHost } from './sign-in-options'

/** Returns better-auth's second-factor plugins. */
export const secondFactor = (settings: Pick<Env, 'APP_URL'>) => [
  twoFactor({
    // An account created through GitHub or Google has no password; `checkFresh` requires a fresh session instead.
    allowPasswordless: true,
    backupCodeOptions: { storeBackupCodes: 'encrypted', customBackupCodesGenerate: newRecoveryCodes },
    // `tryCode` counts wrong codes, including codes that are sent concurrently.
    accountLockout: { enabled: false },
  }),
  ...passkeyPlugin(settings),
]

/** A passkey alone is enough to sign in if the device has verified its owner. Otherwise, the passkey is rejected. */
function passkeyPlugin({ APP_URL }: Pick<Env, 'APP_URL'>) {
  const rpID = passkeyHost({ APP_URL })
  if (rpID === null) return []
  return [
    passkey({
      rpID,
      rpName: 'Pinref',
      // On this machine, any port is allowed if the call was sent to it. better-auth checks this.
      origin: isLoopback(APP_URL) ? null : new URL(APP_URL).origin,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      registration: {
        afterVerification: async ({ verification }) => checkVerified(verification.registrationInfo?.userVerified),
      },
      authentication: {
        afterVerification: async ({ verification, clientData }) => {
          checkVerified(verification.authenticationInfo.userVerified)
          await recordPasskeyUse(clientData.id)
        },
      },
      advanced: { webAuthnChallengeCookie: 'passkey_challenge' },
    }),
  ]
}

function checkVerified(userVerified: boolean | undefined): void {
  if (!userVerified) throw new APIError('BAD_REQUEST', { code: 'NOT_VERIFIED', message: 'The user was not verified' })
}

/** The endpoints of these plugins that Pinref does not use. */
export const closedPaths = [
  '/two-factor/get-totp-uri',
  '/two-factor/send-otp',
  '/two-factor/verify-otp',
  '/passkey/list-user-passkeys',
]

/** Whether a user has two-step verification, a field that better-auth's own user type lacks. */
export const hasSecondFactor = (user: object | null | undefined): boolean =>
  user != null && 'twoFactorEnabled' in user && user.twoFactorEnabled === true

/** How many codes an account gets at once. */
const recoveryCodeCount = 10

/** Lowercase letters and digits, except ones that look alike. */
const characters = '23456789abcdefghjkmnpqrstuvwxyz'

const half = () => Array.from({ length: 5 }, () => characters[randomInt(characters.length)]).join('')

/** Returns new recovery codes, such as `ab3de-fgh4j`: 49 random bits each. */
const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, () => `${half()}-${half()}`)

/** The prefix of better-auth's ids for trusted browsers. */
const prefix = 'trust-device-'

/** How better-auth stores the ids of trusted browsers: hashed like its other verifications, but with a recognizable prefix. */
export const trustedBrowserIds = {
  [prefix]: { hash: async (id: string) => prefix + createHash('sha256').update(id).digest('base64url') },
}

/** Requires a code from each of an account's browsers at the next sign-in. */
export async function forgetTrustedBrowsers(accountId: string): Promise<void> {
  const { redis } = await store()
  const key = signInKeys.verifications(accountId)
  const ids = (await redis.smembers<unknown[]>(key)).map(String).filter((id) => id.startsWith(prefix))
  if (ids.length === 0) return
  await Promise.all([redis.srem(key, ...ids), ...ids.map((id) => redis.del(signInKeys.verification(id)))])
}

/** Runs second-factor checks that better-auth lacks, before its endpoints run. */
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

/** Acts on the effects of an endpoint, if its response was not an error. */
export async function afterSecondFactor({ path, context }: GenericEndpointContext): Promise<void> {
  const accountId = context.newSession?.user.id ?? context.session?.user.id
  if (!accountId) return
  switch (path) {
    case '/two-factor/verify-totp':
    case '/two-factor/verify-backup-code':
      return forgetTry(accountId)
    // A user who ends sessions or changes the password wants to keep someone else out.
    case '/two-factor/disable':
    case '/change-password':
    case '/revoke-session':
    case '/revoke-sessions':
    case '/revoke-other-sessions':
      return forgetTrustedBrowsers(accountId)
  }
}

/** Rejects a code that is malformed, an attempt over the limit, or an app's code that was already tried. */
async function checkTry(context: GenericEndpointContext, fault: string, form: RegExp): Promise<void> {
  const accountId = await accountOfCode(context)
  if (accountId === null) return
  const { code } = context.body ?? {}
  const isTotp = fault === 'INVALID_CODE'
  const invalid = () => new APIError('UNAUTHORIZED', { code: fault, message: 'Invalid code' })
  if (typeof code !== 'string' || !form.test(code)) throw invalid()
  const attempt = await tryCode(accountId, isTotp ? code : null)
  if (attempt.outcome === 'again') throw invalid()
  if (attempt.outcome === 'too-many') {
    const headers = { 'x-retry-after': String(attempt.retryAfterSeconds) }
    throw new APIError('TOO_MANY_REQUESTS', { message: 'Too many wrong codes. Try again later.' }, headers)
  }
}

/**
 * Returns the account for a code, determined the same way as in better-auth: the signed-in account, or the account
 * whose password was correct.
 */
async function accountOfCode(context: GenericEndpointContext): Promise<string | null> {
  const session = await getSessionFromCtx(context)
  if (session) return session.user.id
  const { name } = context.context.createAuthCookie('two_factor')
  const challenge = await context.getSignedCookie(name, context.context.secret)
  const pending = challenge ? await context.context.internalAdapter.findVerificationValue(challenge) : null
  return pending?.value ?? null
}

/** Requires the password, if there is one, to add or remove a passkey. An unattended browser is not proof enough. */
export async function checkOwner(context: GenericEndpointContext): Promise<void> {
  await checkFresh(context)
  const session = await getSessionFromCtx(context)
  if (!session) return
  const method = await context.context.internalAdapter.findCredentialAccount(session.user.id)
  if (!method?.password) return
  if (typeof context.body.password !== 'string') throw invalidPassword()
  await context.context.password.checkPassword(session.user.id, context)
}

export const invalidPassword = () =>
  new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'Invalid password' })

/**
 * The maximum length of a credential id in base64url: 1,023 bytes.
 * @see https://www.w3.org/TR/webauthn-3/#credential-id
 */
const credentialId = /^[\w-]{1,1364}$/

function checkCredential({ body }: GenericEndpointContext): void {
  if (typeof body?.response?.id === 'string' && credentialId.test(body.response.id)) return
  throw new APIError('BAD_REQUEST', { code: 'AUTHENTICATION_FAILED', message: 'Authentication failed' })
}

const longestPasskeyName = 60

function checkName({ body }: GenericEndpointContext): void {
  const name: unknown = body?.name
  if (typeof name === 'string' && name.trim() && [...name].length <= longestPasskeyName && !/\p{C}/u.test(name)) return
  throw new APIError('BAD_REQUEST', { code: 'INVALID_NAME', message: 'The name must be 1 to 60 characters' })
}

/** Requires a recent sign-in if the account has no password. Other accounts must enter their password instead. */
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
 * The endpoints that may start a session for an account with a second factor: the endpoints that require it, and the
 * endpoints that better-auth exempts.
 */
const sessionsBeginAt = new Set([
  // better-auth replaces the session started here with a request for the code.
  '/sign-in/email',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  // The device has checked a fingerprint, a face, or a PIN.
  '/passkey/verify-authentication',
  // GitHub and Google have their own second factor.
  '/callback/:id',
  '/sign-in/social',
  // These endpoints replace a session.
  '/two-factor/disable',
  '/change-password',
])

/**
 * Rejects a session started without its account's second factor. For example, an emailed link alone signs no one in.
 * @throws a redirect to the sign-in page.
 */
export async function checkSessionMayBegin(accountId: string, context: GenericEndpointContext | null): Promise<void> {
  if (!context?.path || sessionsBeginAt.has(context.path)) return
  const user = await context.context.internalAdapter.findUserById(accountId)
  if (hasSecondFactor(user)) throw context.redirect('/sign-in?error=second_factor_needed')
}

/**
 * How long an authenticator app's code is accepted: one RFC 6238 step of 30 seconds, plus one step before and one
 * after.
 */
const codeLastsSeconds = 90

const inDay = limits.wrongCodesInDay

/**
 * Counts an attempt and marks an app's code as used, unless there were too many attempts. Both happen in one step, so
 * sending many codes at once allows no more attempts than sending them one by one.
 */
const countTry = defineScript({
  name: 'count-code-try',
  keys: ['tries', '...usedCodes'],
  args: {
    id: text,
    /** Epoch milliseconds. */
    now: integer,
    limits: list(record({ max: integer, windowMs: integer })),
  },
  constants: { daySeconds: inDay.windowSeconds, codeLastsSeconds },
  returns: outcomes({ checked: {}, again: {}, too_many: { waitMs: integer } }),
  lua: countTryLua,
})

/** Whether a code may be checked. `again`: the code was tried before, and each code can be used only once. */
type CodeTry = { outcome: 'checked' } | { outcome: 'again' } | { outcome: 'too-many'; retryAfterSeconds: number }

/**
 * Counts an attempt at an account's second factor. `forgetTry` removes a successful attempt, so only wrong codes count.
 * @param appCode the six digits from an authenticator app; null for a recovery code, which better-auth accepts only
 *   once.
 */
export async function tryCode(accountId: string, appCode: string | null): Promise<CodeTry> {
  const usedCodes = appCode === null ? [] : [signInKeys.usedCode(accountId, appCode)]
  const tried = await countTry(
    { tries: signInKeys.codeTries(accountId), usedCodes },
    {
      id: randomUUID(),
      now: Date.now(),
      limits: [limits.wrongCodes, inDay].map(({ max, windowSeconds }) => ({ max, windowMs: windowSeconds * 1000 })),
    },
  )
  if (tried.outcome !== 'too_many') return tried
  return { outcome: 'too-many', retryAfterSeconds: Math.ceil(tried.waitMs / 1000) }
}

/** Removes the most recent attempt. */
export async function forgetTry(accountId: string): Promise<void> {
  const { redis } = await store()
  await redis.zpopmax(signInKeys.codeTries(accountId), 1)
}
