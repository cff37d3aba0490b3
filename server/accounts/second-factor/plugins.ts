import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Env } from '@/server/env'
import { notePasskeyUse } from '../adapter/passkeys'
import { isLoopback, passkeyHost } from '../sign-in-options'
import { noteStoreFailure } from '../store-failure'
import { newRecoveryCodes } from './recovery-codes'

/** Returns better-auth's plugins for the second factor. */
export const secondFactor = (settings: Pick<Env, 'APP_URL'>) => [
  twoFactor({
    // An account made through GitHub or Google has no password to ask for; `guards.ts` asks for a fresh session instead.
    allowPasswordless: true,
    backupCodeOptions: { storeBackupCodes: 'encrypted', customBackupCodesGenerate: newRecoveryCodes },
    // Wrong codes are counted in `code-tries.ts`, which also counts many sent at once.
    accountLockout: { enabled: false },
  }),
  ...passkeyPlugin(settings),
]

/** A passkey signs in on its own, because the device has verified its owner. A passkey without that is refused. */
function passkeyPlugin({ APP_URL }: Pick<Env, 'APP_URL'>) {
  const rpID = passkeyHost({ APP_URL })
  if (rpID === null) return []
  return [
    passkey({
      rpID,
      rpName: 'Pinref',
      // On this machine any port is allowed, if it is the one that the call came to. better-auth checks that.
      origin: isLoopback(APP_URL) ? null : new URL(APP_URL).origin,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      registration: {
        afterVerification: async ({ verification }) => checkVerified(verification.registrationInfo?.userVerified),
      },
      authentication: {
        afterVerification: async ({ verification, clientData }) => {
          checkVerified(verification.authenticationInfo.userVerified)
          await noteUse(clientData.id)
        },
      },
      advanced: { webAuthnChallengeCookie: 'passkey_challenge' },
    }),
  ]
}

function checkVerified(userVerified: boolean | undefined): void {
  if (!userVerified) throw new APIError('BAD_REQUEST', { code: 'NOT_VERIFIED', message: 'The user was not verified' })
}

const noteUse = noteStoreFailure(notePasskeyUse)

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
