import { PinrefError } from '@/server/errors'
import type { Admission } from './admission'
import type { Client } from './client'
import { admitVisitor } from './free-quota'

/**
 * Counts one call against whoever makes it.
 * @throws PinrefError `invalid_api_key` where a key was sent that is not valid; `store_unavailable`.
 */
export async function admit({ client, apiKey }: { client: Client; apiKey: string | null }): Promise<Admission> {
  if (apiKey !== null) throw invalidApiKey()
  return admitVisitor(client)
}

/** One answer for a key that is malformed, unknown, revoked or expired: which of them it is, is nobody's business. */
export const invalidApiKey = () =>
  new PinrefError('invalid_api_key', 'The API key is not valid. Check that it is complete, and not revoked or expired.')
