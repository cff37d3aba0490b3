import { authSecret, otherAuthSecrets } from './auth-secret'

/** Loaded when it is needed, like all of better-auth. */
const cipher = () => import('better-auth/crypto')

/** A text that only who has the present `AUTH_SECRET` can read. */
export async function seal(text: string): Promise<string> {
  const { symmetricEncrypt } = await cipher()
  return symmetricEncrypt({ key: authSecret(), data: text })
}

/** What was sealed with the present secret or another accepted one; null where neither opens it. */
export async function unseal(sealed: string): Promise<string | null> {
  for (const secret of [authSecret(), ...otherAuthSecrets()]) {
    const text = await open(sealed, secret)
    if (text !== null) return text
  }
  return null
}

/**
 * A sealed text, under the present secret. One that the present secret opens, or none does, stays as it is.
 */
export async function presentSeal(sealed: string): Promise<string> {
  if (otherAuthSecrets().length === 0 || (await open(sealed, authSecret())) !== null) return sealed
  const text = await unseal(sealed)
  return text === null ? sealed : seal(text)
}

/** What was sealed; null where another secret did it. */
async function open(sealed: string, secret: string): Promise<string | null> {
  const { symmetricDecrypt } = await cipher()
  return symmetricDecrypt({ key: secret, data: sealed }).catch(() => null)
}
