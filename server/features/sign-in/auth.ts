import { type BetterAuthOptions, betterAuth } from 'better-auth/minimal'
import { recordDeletion, recordPersonEvent } from '@/server/features/audit/log'
import { mails } from '@/server/features/mail/mail'
import { isLoopback, mailMode } from '@/server/features/mail/mode'
import { randomBase62 } from '@/server/metering/access/api-key'
import { clientHeader } from '@/server/metering/access/client'
import { countAttempt, type Rule } from '@/server/metering/access/limiter'
import { type Limit, limits } from '@/server/metering/access/limits'
import { logFromBetterAuth } from '@/server/platform/observability/logger'
import { authSecret } from '@/server/platform/runtime/local-secret'
import { type Env, env } from '@/server/platform/settings/env'
import { newId, redisAdapter } from './adapter/redis-adapter'
import { accountOfToken } from './adapter/redis-keys'
import { actorOf, auditing, recordChange, recordMethod, recordSignUp } from './auditing'
import { confirmEmail } from './confirm-email'
import { linkWithConfirmedNotice } from './confirmed-notice'
import { afterEndpoints, guards } from './guards'
import { callbackOf, invitationFor } from './invited'
import { oauth } from './oauth'
import { passwordHashing } from './passwords'
import { proveOwner } from './prove-owner'
import {
  checkSessionMayBegin,
  closedPaths,
  forgetTrustedBrowsers,
  secondFactor,
  trustedBrowserIds,
} from './second-factor'
import { accountOfNewSession } from './session-account'
import { previewOrigins } from './sign-in-options'
import { cookiePrefix } from './signatures'
import { userFields } from './signed-links'
import { switchAccount } from './switch-account'
import {
  checkConfirmed,
  checkEmail,
  longestPassword,
  providerFirst,
  shortestPassword,
  tidyName,
  tidyUserAgent,
} from './user-rules'

const authPath = '/api/auth'

const day = 86_400

/** Builds the sign-in system for this environment. The system has no state; all lasting data is in the store. */
export function createAuth(settings: Env) {
  return betterAuth(authOptions(settings))
}

type Auth = ReturnType<typeof createAuth>

let instance: Auth | undefined

/** Returns this process's sign-in system, built on the first call. */
export function auth(): Auth {
  instance ??= createAuth(env())
  return instance
}

/** Deletes a person, and each account whose only member they are, whose ids it returns. */
export type EndPerson = (personId: string) => Promise<string[]>

let endPerson: EndPerson = async () => {
  throw new Error('no deletion function has been set')
}

/**
 * Sets how persons are deleted. Payments and batches belong to higher-level modules, so they are not imported here.
 */
export function endPersonsWith(end: EndPerson): void {
  endPerson = end
}

function authOptions(settings: Env) {
  const { APP_URL } = settings
  const { origin } = new URL(APP_URL)
  const mode = mailMode(settings)
  return {
    appName: 'Pinref',
    baseURL: origin,
    basePath: authPath,
    secret: authSecret(settings),
    database: redisAdapter(),
    telemetry: { enabled: false },
    logger: { level: 'error', log: logFromBetterAuth },
    onAPIError: { throw: true, errorURL: `${origin}/sign-in` },
    // An app served from this machine may be opened under any of the machine's names.
    trustedOrigins: (request) => [
      origin,
      ...previewOrigins(settings),
      ...(isLoopback(APP_URL) ? ownOrigins(request) : []),
    ],
    // Endpoints that Pinref does not use.
    disabledPaths: [
      '/get-access-token',
      '/refresh-token',
      '/account-info',
      '/update-session',
      '/ok',
      '/error',
      '/list-accounts',
      '/link-social',
      '/unlink-account',
      '/verify-password',
      ...closedPaths,
    ],
    plugins: [
      confirmEmail,
      switchAccount,
      proveOwner,
      providerFirst,
      ...secondFactor(settings),
      ...oauth(settings),
      afterEndpoints,
      auditing,
    ],
    hooks: { before: guards },

    emailAndPassword: {
      enabled: true,
      minPasswordLength: shortestPassword,
      maxPasswordLength: longestPassword,
      password: passwordHashing,
      // If email is configured, a sign-up gets the same response whether or not the address has an account. Only the
      // email differs.
      requireEmailVerification: mode === 'smtp',
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: async ({ user }, request) => {
        await forgetTrustedBrowsers(user.id)
        recordPersonEvent(user.id, { kind: 'password-reset' }, actorOf(request?.headers))
      },
      onExistingUserSignUp: async ({ user }) => mails.alreadySignedUp(user.email),
      ...(mode !== 'off' && { sendResetPassword: async ({ user, token }) => mails.resetPassword(user.email, token) }),
    },
    ...(mode !== 'off' && {
      emailVerification: {
        sendOnSignUp: true,
        sendOnSignIn: true,
        // A link alone does not sign anyone in.
        autoSignInAfterVerification: false,
        sendVerificationEmail: async ({ user, url }) => mails.confirmEmail(user.email, linkWithConfirmedNotice(url)),
      },
    }),
    socialProviders: {
      ...provider('github', settings.GITHUB_CLIENT_ID, settings.GITHUB_CLIENT_SECRET),
      ...provider('google', settings.GOOGLE_CLIENT_ID, settings.GOOGLE_CLIENT_SECRET),
    },
    user: {
      additionalFields: userFields,
      changeEmail: {
        enabled: true,
        // If emails must be confirmed at sign-up, changed emails must be confirmed too, so no one can claim someone
        // else's email.
        updateEmailWithoutVerification: mode !== 'smtp',
        sendChangeEmailConfirmation: async ({ user, newEmail, url }) => mails.changeEmail(user.email, newEmail, url),
      },
      deleteUser: {
        enabled: true,
        beforeDelete: async (user, request) => {
          // better-auth then tries to remove the user's records one by one, but finds none left.
          const accountIds = await endPerson(user.id)
          const by = actorOf(request?.headers)
          for (const id of accountIds) recordDeletion({ id, email: user.email }, by)
          recordDeletion(user, by, 'person-deleted')
        },
      },
    },
    session: { expiresIn: 30 * day, updateAge: day, freshAge: 7 * day },
    account: { updateAccountOnSignIn: false },
    // Identifiers are hashed, so the store contains no usable tokens. Redis removes expired tokens.
    verification: { storeIdentifier: { default: 'hashed', overrides: trustedBrowserIds }, disableCleanup: true },

    databaseHooks: {
      user: {
        create: {
          before: async ({ email, emailVerified, name }, context) => {
            checkEmail(email)
            checkConfirmed(emailVerified, context?.path)
            const isInvited = (await invitationFor(email, await callbackOf(context))) !== null
            return { data: { name: tidyName(name), image: null, firstAccount: isInvited ? null : randomBase62(16) } }
          },
          after: async (user, context) => recordSignUp(user, context),
        },
        update: {
          before: async ({ email, name }) => {
            if (email !== undefined) checkEmail(email)
            return { data: { ...(name !== undefined && { name: tidyName(name) }), image: null } }
          },
          after: async (user, context) => recordChange(user, context),
        },
      },
      session: {
        create: {
          // The person's id at the start determines the session's slot in the store, and the account's id shows where
          // the person's role is.
          before: async ({ userId, token, userAgent }, context) => {
            await checkSessionMayBegin(userId, context)
            const replaced = context?.context.session
            const accountId =
              replaced?.user.id === userId ? accountOfToken(replaced.session.token) : await accountOfNewSession(userId)
            // better-auth would shorten an IPv6 address to its network, which the owner would not recognize.
            const ipAddress = context?.headers?.get(clientHeader) ?? ''
            return { data: { token: userId + accountId + token, userAgent: tidyUserAgent(userAgent ?? ''), ipAddress } }
          },
        },
      },
      // Providers only identify the user; their tokens are not stored.
      account: {
        create: {
          before: async () => ({ data: { accessToken: null, refreshToken: null, idToken: null } }),
          after: async (method, context) => recordMethod(method, context),
        },
      },
    },

    rateLimit: {
      enabled: true,
      customStorage: { consume: countAttempt },
      customRules: {
        '/sign-in/email': rule(limits.signIn),
        '/sign-up/email': rule(limits.signUp),
        '/confirm-email': rule(limits.signIn),
        '/request-password-reset': rule(limits.passwordReset),
        '/send-verification-email': rule(limits.verificationMail),
        '/two-factor/*': rule(limits.secondFactor),
        '/passkey/generate-authenticate-options': rule(limits.passkeyChallenge),
        '/passkey/*': rule(limits.secondFactor),
        '/oauth2/register': rule(limits.appsRegistered),
        '/oauth2/authorize': rule(limits.appsAuthorized),
        '/oauth2/consent': rule(limits.appsAuthorized),
        '/oauth2/token': rule(limits.appTokens),
        '/oauth2/revoke': rule(limits.appTokens),
        // Every page calls this endpoint, and it accepts nothing that could be guessed.
        '/get-session': false,
      },
    },
    advanced: {
      cookiePrefix,
      useSecureCookies: origin.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [clientHeader] },
      database: { generateId: newId, joins: true, validateSchema: false },
    },
  } satisfies BetterAuthOptions
}

const rule = ({ max, windowSeconds }: Limit): Rule => ({ max, window: windowSeconds })

function provider(name: string, clientId: string | undefined, clientSecret: string | undefined) {
  return clientId && clientSecret ? { [name]: { clientId, clientSecret } } : {}
}

/** Returns the origins that may have sent this request. */
function ownOrigins(request: Request | undefined): string[] {
  const host = request?.headers.get('host')
  return host ? [`http://${host}`, `https://${host}`] : []
}
