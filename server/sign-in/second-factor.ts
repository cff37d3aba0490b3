import { createHash, randomInt } from 'node:crypto'
import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Env } from '@/server/env'
import { isLoopback } from '@/server/mail/mode'
import { store } from '@/server/store/store'
import { recordPasskeyUse } from './adapter/passkeys'
import { signInKeys } from './adapter/redis-keys'
import { passkeyHost } from './sign-in-options'

/** Returns better-auth's plugins for the second factor. */
export const secondFactor = (settings: Pick<Env, 'APP_URL'>) => [
  twoFactor({
    // An account created through GitHub or Google has no password; `second-factor-guards.ts` requires a fresh session instead.
    allowPasswordless: true,
    backupCodeOptions: { storeBackupCodes: 'encrypted', customBackupCodesGenerate: newRecoveryCodes },
    // Wrong codes are counted in `second-factor-guards.ts`, which also counts codes sent concurrently.
    accountLockout: { enabled: false },
  }),
  ...passkeyPlugin(settings),
]

/** A passkey signs in on its own if the device has verified its owner. Otherwise it is refused. */
function passkeyPlugin({ APP_URL }: Pick<Env, 'APP_URL'>) {
  const rpID = passkeyHost({ APP_URL })
  if (rpID === null) return []
  return [
    passkey({
      rpID,
      rpName: 'Pinref',
      // On this machine, any port is allowed if the call came to it. better-auth checks that.
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

/** Lowercase letters and digits, except those that look alike. */
const characters = '23456789abcdefghjkmnpqrstuvwxyz'

const half = () => Array.from({ length: 5 }, () => characters[randomInt(characters.length)]).join('')

/** Returns new recovery codes, such as `ab3de-fgh4j`: 49 random bits each. */
const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, () => `${half()}-${half()}`)

/** The prefix of better-auth's ids of trusted browsers. */
const prefix = 'trust-device-'

/** How better-auth stores the ids of trusted browsers: hashed like its other verifications, but with a recognizable prefix. */
export const trustedBrowserIds = {
  [prefix]: { hash: async (id: string) => prefix + createHash('sha256').update(id).digest('base64url') },
}

/** Requires a code from every browser of an account at its next sign-in. */
export async function forgetTrustedBrowsers(accountId: string): Promise<void> {
  const { redis } = await store()
  const key = signInKeys.verifications(accountId)
  const ids = (await redis.smembers<unknown[]>(key)).map(String).filter((id) => id.startsWith(prefix))
  if (ids.length === 0) return
  await Promise.all([redis.srem(key, ...ids), ...ids.map((id) => redis.del(signInKeys.verification(id)))])
}
