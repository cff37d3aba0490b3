import { twoFactor } from 'better-auth/plugins/two-factor'
import { newRecoveryCodes } from './recovery-codes'

/** What better-auth adds for the second factor. */
export const secondFactor = () => [
  twoFactor({
    // An account made through GitHub or Google has no password to ask for; `guards.ts` asks for a fresh session instead.
    allowPasswordless: true,
    backupCodeOptions: { storeBackupCodes: 'encrypted', customBackupCodesGenerate: newRecoveryCodes },
    // Wrong codes are counted in `code-tries.ts`, where many at once are counted too.
    accountLockout: { enabled: false },
  }),
]

/** Its endpoints that Pinref does not use. */
export const closedPaths = ['/two-factor/get-totp-uri', '/two-factor/send-otp', '/two-factor/verify-otp']

/** Whether somebody has two-step verification; better-auth's own type of a user does not know. */
export const hasSecondFactor = (user: object | null | undefined): boolean =>
  user != null && 'twoFactorEnabled' in user && user.twoFactorEnabled === true
