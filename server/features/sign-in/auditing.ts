import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { createAuthMiddleware, isAPIError } from 'better-auth/api'
import type { Caller } from '@/server/features/audit/actor'
import { type AuditEvent, recordEvent, recordPersonEvent, type SignInMethod } from '@/server/features/audit/log'
import { clientHeader } from '@/server/metering/access/client'
import { requestingApp } from './connected-apps'
import { grantAccount } from './grant-account'

/**
 * Writes the effects of calls to better-auth to the audit log. This is the last plugin, so if a code is also required,
 * the session started by the password alone has already been removed.
 */
export const auditing = {
  id: 'pinref-audit',
  hooks: {
    after: [
      {
        matcher: () => true,
        handler: createAuthMiddleware(async (context) => {
          const isRefused = isAPIError(context.context.returned)
          recordCall(context, isRefused)
          if (context.path === '/oauth2/consent' && !isRefused) await recordConnection(context)
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin

/** Returns the sender of a call, read from the headers that `handleAuth` passes on. */
export const actorOf = (headers: Headers | undefined): Caller => ({
  address: headers?.get(clientHeader) ?? '',
  userAgent: headers?.get('user-agent') ?? '',
})

type User = Record<string, unknown> & { id: string; email: string }

/** Records that a user signed up. */
export const recordSignUp = (user: User, context: GenericEndpointContext | null): void =>
  recordPersonEvent(user.id, { kind: 'signed-up' }, actorOf(context?.headers))

/**
 * Records that a GitHub or Google account was added as a sign-in method, during sign-up or later. A password is
 * recorded as part of the sign-up.
 */
export function recordMethod(
  { userId, providerId }: { userId: string; providerId: string },
  context: GenericEndpointContext | null,
): void {
  if (providerId !== 'github' && providerId !== 'google') return
  recordPersonEvent(userId, { kind: 'method-added', method: providerId }, actorOf(context?.headers))
}

/**
 * Records the change that a call made to a user.
 * @param user the user after the change; null if there was no user to change.
 */
export function recordChange(user: User | null, context: GenericEndpointContext | null): void {
  const event = user && context && changeOf(user, context)
  if (event) recordPersonEvent(user.id, event, actorOf(context.headers))
}

function changeOf(user: User, { path, context }: GenericEndpointContext): AuditEvent | null {
  switch (path) {
    case '/two-factor/verify-totp':
      return { kind: 'two-step-on' }
    case '/two-factor/disable':
      return { kind: 'two-step-off' }
    case '/confirm-email':
      return { kind: 'email-confirmed' }
    case '/change-email':
    case '/verify-email': {
      // An email can be changed only with a session, which still has the previous email.
      const before = context.session?.user.id === user.id ? context.session.user.email : user.email
      if (before !== user.email) return { kind: 'email-changed', from: before, to: user.email }
      return path === '/verify-email' ? { kind: 'email-confirmed' } : null
    }
    default:
      return null
  }
}

/** @param isRefused also true for a redirect, because every sign-in through a provider ends with one. */
function recordCall(context: GenericEndpointContext, isRefused: boolean): void {
  const { newSession, session } = context.context
  const method = newSession && signInMethodOf(context)
  if (method) recordPersonEvent(newSession.user.id, { kind: 'signed-in', method }, actorOf(context.headers))
  const event = isRefused ? null : eventOf(context)
  if (event && session) recordPersonEvent(session.user.id, event, actorOf(context.headers))
}

/** Records that a person has allowed an app to use an account, in the account's log. */
async function recordConnection({ body, context: { session }, headers }: GenericEndpointContext): Promise<void> {
  const accountId = grantAccount()
  if (body?.accept !== true || !session || accountId === null) return
  const app = await requestingApp(new URLSearchParams(body.oauth_query))
  const { id: personId, name, email } = session.user
  const actor = { ...actorOf(headers), person: { personId, name, email } }
  if (app) recordEvent(accountId, { kind: 'app-connected', name: app.name }, actor)
}

/** Returns how a call signed someone in; null if the call signed no one in, or only replaced a session. */
export function signInMethodOf({ path, params, body, context }: GenericEndpointContext): SignInMethod | null {
  switch (path) {
    case '/sign-in/email':
      return 'password'
    case '/two-factor/verify-totp':
      return context.session ? null : 'code'
    case '/two-factor/verify-backup-code':
      return context.session ? null : 'recovery-code'
    case '/passkey/verify-authentication':
      return 'passkey'
    case '/confirm-email':
      return 'mail'
    case '/callback/:id':
      return providerOf(params?.id)
    case '/sign-in/social':
      return providerOf(body?.provider)
    default:
      return null
  }
}

const providerOf = (id: unknown) => (id === 'github' || id === 'google' ? id : null)

/**
 * Returns the event for a signed-in user's call, unless a database hook (`recordChange`, `recordMethod`) records the
 * event.
 */
function eventOf({ path, body }: GenericEndpointContext): AuditEvent | null {
  switch (path) {
    case '/change-password':
      return { kind: 'password-changed' }
    case '/two-factor/generate-backup-codes':
      return { kind: 'recovery-codes-made' }
    case '/passkey/verify-registration':
      return { kind: 'passkey-added', name: String(body?.name) }
    case '/passkey/delete-passkey':
      return { kind: 'passkey-removed' }
    case '/revoke-session':
      return { kind: 'browser-signed-out' }
    case '/revoke-sessions':
    case '/revoke-other-sessions':
      return { kind: 'others-signed-out' }
    default:
      return null
  }
}
