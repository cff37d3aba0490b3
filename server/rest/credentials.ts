import { invalidApiKey } from '@/server/access/admit'

/**
 * The API key of a call: `X-API-Key`, else `Authorization: Bearer`; null where neither was sent.
 * @throws PinrefError `invalid_api_key` for another scheme, or a scheme without a key.
 */
export function readApiKey(headers: Headers): string | null {
  const named = headers.get('x-api-key')
  if (named !== null) return named.trim()
  const authorization = headers.get('authorization')
  if (authorization === null) return null
  const [, token] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
  if (!token) throw invalidApiKey()
  return token
}
