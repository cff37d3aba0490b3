import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { authSecret, otherAuthSecrets } from '../auth-secret'

/**
 * A text that better-auth has sealed, under the present secret. One that the present secret opens, or none does, stays as it
 * is.
 */
export async function presentSeal(sealed: string): Promise<string> {
  if (otherAuthSecrets().length === 0 || (await open(sealed, authSecret())) !== null) return sealed
  for (const secret of otherAuthSecrets()) {
    const data = await open(sealed, secret)
    if (data !== null) return symmetricEncrypt({ key: authSecret(), data })
  }
  return sealed
}

/** What was sealed; null where another secret did it. */
const open = (sealed: string, secret: string): Promise<string | null> =>
  symmetricDecrypt({ key: secret, data: sealed }).catch(() => null)
