import { decodeLeniently } from '@/server/places/identifiers/base64url'
import type { CallbackEvent } from './answers.js'

/** A rejected callback: it was not signed with the secret, or it is not recent. Return status 400. */
export class CallbackError extends Error {
  override readonly name = 'CallbackError'
}

/** Request headers: a `Headers` object, or an object with lowercase names, as in Node. */
export type CallbackHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

const toleranceSeconds = 300

/**
 * Checks that Pinref signed a callback within the last five minutes, and returns its event. Needs Web Crypto: Node 20 or later,
 * Deno, Bun, workers, browsers.
 * @param body the raw request body, before it is parsed.
 * @param secret the secret of the endpoint or batch: `whsec_…`.
 * @throws CallbackError if the signature or the time is wrong; TypeError if the secret is malformed.
 * @see https://www.standardwebhooks.com
 */
export async function verifyCallback(
  body: string | Uint8Array,
  headers: CallbackHeaders,
  secret: string,
): Promise<CallbackEvent> {
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = typeof headers.get === 'function' ? headers.get(name) : (headers as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : ''
  }) as [string, string, string]
  if (!/^\d{1,12}$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > toleranceSeconds) {
    throw new CallbackError('The callback is not recent or has no webhook-timestamp.')
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const key = await crypto.subtle.importKey('raw', keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const signed = new TextEncoder().encode(`${id}.${time}.${text}`)
  for (const signature of signatures.split(' ')) {
    const bytes = signature.startsWith('v1,') ? decodeLeniently(signature.slice(3)) : null
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return JSON.parse(text)
  }
  throw new CallbackError('The callback is not signed with this secret.')
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = secret.startsWith('whsec_') ? decodeLeniently(secret.slice(6)) : null
  if (!bytes || bytes.length === 0) throw new TypeError('A callback secret starts with whsec_.')
  return bytes
}
