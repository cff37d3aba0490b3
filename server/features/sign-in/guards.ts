import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { newSignIn } from '@/server/features/mail/alert-mails'
import { mailMode } from '@/server/features/mail/mode'
import { sendAlert } from '@/server/features/mail/send-alert'
import { countAttempt } from '@/server/metering/access/limiter'
import { limits } from '@/server/metering/access/limits'
import { inBackground } from '@/server/platform/store/store-failure'
import { countUnusedApp } from './adapter/unused-apps'
import { removeUnconfirmed } from './adapter/users'
import { tidyRegistration } from './app-metadata'
import { signInMethodOf } from './auditing'
import { browserWords } from './browser-words'
import { callingNetwork, knownBrowser, rememberBrowser } from './caller'
import { mailReset, signUpFirst } from './confirm-email'
import { chooseAccount, countWebRegistration, isAppRequest, tidyRequest } from './oauth'
import { trustOwner } from './passwords'
import { afterSecondFactor, guardSecondFactor, invalidPassword } from './second-factor'
import { guardLink } from './signed-links'
import { checkNewPassword, countPasswordTry, longestEmail, longestPassword, shortestPassword } from './user-rules'

/** Runs checks that better-auth lacks, before its endpoints run. */
export const guards = createAuthMiddleware(async (context) => {
  const email = await emailForNewPassword(context)
  if (email !== null) await checkNewPassword(context.body?.newPassword ?? context.body?.password, email)

  if (await isOwner(context, email)) trustOwner()

  if (context.path === '/oauth2/register') {
    const body = tidyRegistration(context.body, context.headers?.get('host') ?? null)
    await countWebRegistration(context)
    return { context: { body } }
  }

  if (context.path === '/oauth2/consent' && context.body?.accept === true) await chooseAccount(context)

  if (isAppRequest(context)) return { context: { query: await tidyRequest(context) } }

  if (context.path === '/verify-email') await guardLink(context)

  if (context.path === '/sign-up/email' && mailMode() === 'smtp') return signUpFirst(context)

  if (context.path === '/request-password-reset' && mailMode() !== 'off') return mailReset(context)

  if (context.path === '/sign-in/email') {
    const { email, password } = context.body ?? {}
    if (typeof email === 'string' && email.length <= longestEmail) await countPasswordTry(context, email)
    // This password is simply wrong. better-auth would report that it is too long, as if it were a new password.
    if (typeof password === 'string' && password.length > longestPassword) {
      throw new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' })
    }
  }

  // Otherwise, a stranger's sign-up could keep an email from its owner, who would never get the link.
  if (context.path === '/change-email' && (await getSessionFromCtx(context))) {
    const { newEmail } = context.body ?? {}
    if (typeof newEmail === 'string' && newEmail.length <= longestEmail) await removeUnconfirmed(newEmail.toLowerCase())
  }

  // Deleting an account requires its password, because an unattended browser is not proof enough.
  if (context.path === '/delete-user' && !context.body?.password) {
    const session = await getSessionFromCtx(context)
    if (session && (await context.context.internalAdapter.findCredentialAccount(session.user.id))) {
      throw invalidPassword()
    }
  }

  await guardSecondFactor(context)

  // A new password ends all other sessions, regardless of what the caller requests.
  if (context.path === '/change-password') {
    await checkCurrentPassword(context)
    return { context: { body: { ...context.body, revokeOtherSessions: true } } }
  }
})

/**
 * Acts on the effects of better-auth's endpoints. Runs after the second-factor plugins, so if a code is also required,
 * they have already removed the session started by the password alone.
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
          const { returned } = context.context
          if (isAPIError(returned)) return
          await afterSecondFactor(context)
          if (context.path === '/oauth2/register') {
            const { client_id: clientId } = returned as { client_id: string }
            await countUnusedApp(clientId, callingNetwork(context.headers))
          }
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin

/**
 * Returns the email of the user who sets a new password with this call; null if the call sets no password or the user
 * is unknown.
 */
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

/** The endpoints that check the password of the signed-in account. */
const ownPasswordPaths = new Set([
  ...['/change-password', '/delete-user', '/passkey/verify-registration', '/passkey/delete-passkey'],
  ...['/two-factor/enable', '/two-factor/disable', '/two-factor/generate-backup-codes'],
])

/**
 * Whether the caller has proven that the account whose password is checked or set is theirs, with a session or an
 * emailed link.
 * @param email from `emailForNewPassword`.
 */
async function isOwner(context: GenericEndpointContext, email: string | null): Promise<boolean> {
  if (context.path === '/reset-password') return email !== null
  return ownPasswordPaths.has(context.path) && (await getSessionFromCtx(context)) !== null
}

/**
 * Checks the current password before better-auth does, which hashes the new password first.
 * @throws APIError `INVALID_PASSWORD`.
 */
async function checkCurrentPassword({ body, context }: GenericEndpointContext): Promise<void> {
  const { currentPassword, newPassword } = body ?? {}
  const hash =
    context.session && (await context.internalAdapter.findCredentialAccount(context.session.user.id))?.password
  // better-auth reports these errors without hashing anything.
  if (!hash || !isPassword(newPassword) || typeof currentPassword !== 'string') return
  if (currentPassword.length > longestPassword) return
  if (!(await context.password.verify({ hash, password: currentPassword }))) throw invalidPassword()
}

const isPassword = (value: unknown): boolean =>
  typeof value === 'string' && value.length >= shortestPassword && value.length <= longestPassword

/**
 * How long an account is considered new. Creating an account through GitHub or Google also signs the user in, which
 * needs no alert.
 */
const justMadeMs = 60_000

const rememberSeconds = 86_400

type NewSession = NonNullable<GenericEndpointContext['context']['newSession']>

/** Emails the account's owner in the background if this call signed in a browser that is new to the account. */
async function alertOfSignIn(context: GenericEndpointContext, { user, session }: NewSession): Promise<void> {
  const method = signInMethodOf(context)
  // An emailed link confirms a new account's email before the first sign-in.
  if (method === null || method === 'mail' || mailMode() === 'off') return
  if (Date.now() - new Date(user.createdAt).getTime() < justMadeMs && method !== 'password') return
  if ((await knownBrowser(context, user.id)) !== null) return
  inBackground('an alert could not be sent', () => sendSignInAlert(user.id, session))
}

async function sendSignInAlert(personId: string, { id, userAgent, ipAddress }: NewSession['session']): Promise<void> {
  const { max, windowSeconds } = limits.signInAlerts
  const { allowed } = await countAttempt(`sign-in-alert:${personId}`, { max, window: windowSeconds })
  if (!allowed) return
  const now = Math.floor(Date.now() / 1000)
  await sendAlert({
    to: { personId },
    kind: 'sign-in',
    marks: [`sign-in:${id}`],
    until: now + rememberSeconds,
    write: () => newSignIn(browserWords(userAgent ?? ''), ipAddress ?? '', now),
  })
}
