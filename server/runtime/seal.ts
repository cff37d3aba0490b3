import { authSecret, otherAuthSecrets } from './local-secret'

/** Loaded when it is needed, like all of better-auth. */
const cipher = () => import('better-auth/crypto')

/** Encrypts a text so that only the present `AUTH_SECRET` opens it. */
export async function seal(text: string): Promise<string> {
  const { symmetricEncrypt } = await cipher()
  return symmetricEncrypt({ key: authSecret(), data: text })
}

/** Returns a text that was sealed with the present secret or another accepted one; null if none of them opens it. */
export async function unseal(sealed: string): Promise<string | null> {
  for (const secret of [authSecret(), ...otherAuthSecrets()]) {
    const text = await open(sealed, secret)
    if (text !== null) return text
  }
  return null
}

/**
 * Seals a sealed text again under the present secret. One that the present secret opens already, or that no accepted secret
 * opens, is returned as it is.
 */
export async function presentSeal(sealed: string): Promise<string> {
  if (otherAuthSecrets().length === 0 || (await open(sealed, authSecret())) !== null) return sealed
  const text = await unseal(sealed)
  return text === null ? sealed : seal(text)
}

/** Returns the text that was sealed; null if it was sealed with another secret. */
async function open(sealed: string, secret: string): Promise<string | null> {
  const { symmetricDecrypt } = await cipher()
  return symmetricDecrypt({ key: secret, data: sealed }).catch(() => null)
}
