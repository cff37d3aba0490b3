import { type BetterAuthOptions, betterAuth } from 'better-auth/minimal'
import { type Limit, limits } from '@/server/access/limits'
import { firstPlan } from '@/server/access/plans'
import { writeProfile } from '@/server/access/profile'
import { removeAccountData } from '@/server/access/remove-account-data'
import { type Env, env } from '@/server/env'
import { logFromBetterAuth } from '@/server/observability/sign-in-log'
import { localSecret } from '@/server/runtime/local-secret'
import { countAttempt, type Rule } from './attempts'
import { guards } from './guards'
import { mails } from './mails'
import { newAccountId, redisAdapter } from './redis-adapter'
import { cookiePrefix } from './session-cookie'
import { isLoopback, mailMode } from './sign-in-options'
import { watchingStore } from './store-failure'
import { checkConfirmed, checkEmail, tidyName, tidyUserAgent } from './user-rules'

const authPath = '/api/auth'

/** In this header we tell better-auth who is calling; what a caller sends under this name is thrown away. */
export const clientHeader = 'x-pinref-client'

const day = 86_400

/** Sign-in as this environment has it. It holds nothing itself: whatever lasts is in the store. */
export function createAuth(settings: Env) {
  return betterAuth(authOptions(settings))
}

type Auth = ReturnType<typeof createAuth>

let made: Auth | undefined

/** The sign-in of this process, built at the first call. */
export function auth(): Auth {
  made ??= createAuth(env())
  return made
}

function authOptions(settings: Env) {
  const { APP_URL, AUTH_SECRET, DATA_DIR } = settings
  const { origin } = new URL(APP_URL)
  const mode = mailMode(settings)
  return {
    appName: 'Pinref',
    baseURL: origin,
    basePath: authPath,
    secret: AUTH_SECRET ?? localSecret('auth-secret', DATA_DIR),
    database: redisAdapter(),
    telemetry: { enabled: false },
    logger: { level: 'error', log: logFromBetterAuth },
    onAPIError: { throw: true, errorURL: `${origin}/sign-in` },
    // An app that is only known by an address of this machine may be opened under any other name of it.
    trustedOrigins: (request) => [origin, ...(isLoopback(APP_URL) ? ownOrigins(request) : [])],
    // What nothing here uses is not offered to anybody.
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
    ],
    hooks: { before: guards },

    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      // Where mail works, a sign-up is answered alike whether or not the e-mail has an account; the mail tells.
      requireEmailVerification: mode === 'smtp',
      revokeSessionsOnPasswordReset: true,
      onExistingUserSignUp: async ({ user }) => mails.alreadySignedUp(user.email),
      ...(mode !== 'off' && { sendResetPassword: async ({ user, token }) => mails.resetPassword(user.email, token) }),
    },
    ...(mode !== 'off' && {
      emailVerification: {
        sendOnSignUp: true,
        sendOnSignIn: true,
        autoSignInAfterVerification: true,
        sendVerificationEmail: async ({ user, url }) => mails.confirmEmail(user.email, url),
      },
    }),
    socialProviders: {
      ...provider('github', settings.GITHUB_CLIENT_ID, settings.GITHUB_CLIENT_SECRET),
      ...provider('google', settings.GOOGLE_CLIENT_ID, settings.GOOGLE_CLIENT_SECRET),
    },
    user: {
      changeEmail: {
        enabled: true,
        updateEmailWithoutVerification: true,
        sendChangeEmailConfirmation: async ({ user, newEmail, url }) => mails.changeEmail(user.email, newEmail, url),
      },
      deleteUser: { enabled: true, beforeDelete: ({ id }) => endAccount(id) },
    },
    session: { expiresIn: 30 * day, updateAge: day, freshAge: 7 * day },
    account: { updateAccountOnSignIn: false },
    // Whoever reads the store learns no token that works; what is over goes by itself.
    verification: { storeIdentifier: 'hashed', disableCleanup: true },

    databaseHooks: {
      user: {
        create: {
          before: async ({ email, emailVerified, name }, context) => {
            checkEmail(email)
            checkConfirmed(emailVerified, context?.path)
            return { data: { name: tidyName(name), image: null } }
          },
          after: ({ id, createdAt }) => watchedWriteProfile(id, { plan: firstPlan, created: createdAt.toISOString() }),
        },
        update: {
          before: async ({ email, name }) => {
            if (email !== undefined) checkEmail(email)
            return { data: { ...(name !== undefined && { name: tidyName(name) }), image: null } }
          },
        },
      },
      session: {
        create: {
          // The token leads to the account's place in the store.
          before: async ({ userId, token, userAgent }) => ({
            data: { token: userId + token, userAgent: tidyUserAgent(userAgent ?? '') },
          }),
        },
      },
      // Providers are asked who somebody is, and nothing later: their tokens are not kept.
      account: { create: { before: async () => ({ data: { accessToken: null, refreshToken: null, idToken: null } }) } },
    },

    rateLimit: {
      enabled: true,
      customStorage: { consume: watchingStore(countAttempt) },
      customRules: {
        '/sign-in/email': rule(limits.signIn),
        '/sign-up/email': rule(limits.signUp),
        '/request-password-reset': rule(limits.passwordReset),
        '/send-verification-email': rule(limits.verificationMail),
        // Read by every page, and nothing can be tried there.
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
      database: { generateId: newAccountId, joins: true, validateSchema: false },
    },
  } satisfies BetterAuthOptions
}

/** Payments end first, then its keys stop working; if either fails, the account is still there to try again. */
async function endAccount(accountId: string): Promise<void> {
  const { cancelBilling } = await import('@/server/billing/cancel')
  await cancelBilling(accountId)
  await removeAccountData(accountId)
}

const watchedWriteProfile = watchingStore(writeProfile)

const rule = ({ max, windowSeconds }: Limit): Rule => ({ max, window: windowSeconds })

function provider(name: string, clientId: string | undefined, clientSecret: string | undefined) {
  return clientId && clientSecret ? { [name]: { clientId, clientSecret } } : {}
}

/** The address under which this very request reached us. */
function ownOrigins(request: Request | undefined): string[] {
  const host = request?.headers.get('host')
  return host ? [`http://${host}`, `https://${host}`] : []
}
