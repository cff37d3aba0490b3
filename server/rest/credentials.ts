import { invalidApiKey } from '@/server/access/refusals'
import type { Call } from './call'

/**
 * The API key of a call: `X-API-Key`, else `Authorization: Bearer`; null where neither was sent.
 * @throws PinrefError `invalid_api_key` for another scheme, or a scheme without a key.
 */
export function readApiKey(call: Pick<Call, 'header'>): string | null {
  const named = call.header('x-api-key')
  if (named !== null) return named.trim()
  const authorization = call.header('authorization')
  if (authorization === null) return null
  const [, token] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
  if (!token) throw invalidApiKey()
  return token
}
