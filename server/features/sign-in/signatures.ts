import { type BinaryToTextEncoding, createHmac, timingSafeEqual } from 'node:crypto'
import { authSecret, otherAuthSecrets } from '@/server/platform/runtime/local-secret'
import { accountOfToken, noAccount, personAtStart } from './adapter/redis-keys'

export const cookiePrefix = 'pinref'

const sessionCookie = new RegExp(`(?:^|;\\s*)(?:__Secure-)?${cookiePrefix}\\.session_token=`)

/** Whether a request has a session cookie. Only the store knows whether the session is still valid. */
export function hasSessionCookie(headers: Pick<Headers, 'get'>): boolean {
  return sessionCookie.test(headers.get('cookie') ?? '')
}

const sessionToken = new RegExp(`(?:^|;\\s*)(?:__Secure-)?${cookiePrefix}\\.session_token=([0-9A-Za-z]+)`)

/**
 * Returns the account that a request's session cookie names; null if none. Only the store knows whether the session is
 * valid and the person is in the account.
 */
export function accountOfCookie(headers: Headers): string | null {
  const token = sessionToken.exec(headers.get('cookie') ?? '')?.[1] ?? ''
  const accountId = accountOfToken(token)
  return personAtStart(token) === null || accountId === noAccount ? null : accountId
}

/**
 * Returns the value of a request's signed cookie; null unless the current secret or another accepted one has signed it.
 * @param secret the current secret.
 */
export function signedCookie(headers: Pick<Headers, 'get'>, name: string, secret: string): string | null {
  const cookies = headers.get('cookie')?.split(';') ?? []
  const cookie = cookies.map((one) => one.trim()).find((one) => one.startsWith(`${name}=`))
  const signed = cookie === undefined ? null : decoded(cookie.slice(name.length + 1))
  const [content, signature] = signed === null ? [] : partsOf(signed)
  if (content === undefined || signature === undefined) return null
  const accepted = [secret, ...otherAuthSecrets()]
  return accepted.some((one) => areEqual(signature, signatureOf(content, one, 'base64'))) ? content : null
}

/*
 * better-auth checks signatures with only one secret. Anything signed with another accepted secret is re-signed with
 * the current one before better-auth sees it.
 */

const ownCookie = new RegExp(`^(?:__Secure-)?${cookiePrefix}\\.`)

/** Returns a request's cookies as if all of Pinref's own cookies had been signed with the current secret. */
export function presentCookies(headers: Headers): string {
  const cookies = headers.get('cookie') ?? ''
  if (cookies === '' || otherAuthSecrets().length === 0) return cookies
  return cookies
    .split(';')
    .map((cookie) => {
      const [name = '', ...value] = cookie.trim().split('=')
      return `${name}=${ownCookie.test(name) ? presentCookie(value.join('=')) : value.join('=')}`
    })
    .join('; ')
}

/** better-auth writes a signed cookie as `value.signature`, URL-encoded; the signature is base64. */
function presentCookie(written: string): string {
  const signed = decoded(written)
  return signed === null ? written : encodeURIComponent(resigned(signed, 'base64'))
}

/**
 * Returns an emailed link's token as if it had been signed with the current secret.
 * @param token a better-auth JWT (HS256); any other text is returned unchanged.
 */
export const presentToken = (token: string): string => resigned(token, 'base64url')

/** Replaces the signature after a string's last dot, if another accepted secret created it. */
function resigned(text: string, encoding: BinaryToTextEncoding): string {
  const [content, signature] = partsOf(text)
  if (content === undefined || signature === undefined) return text
  const isOther = otherAuthSecrets().some((secret) => areEqual(signature, signatureOf(content, secret, encoding)))
  return isOther ? `${content}.${signatureOf(content, authSecret(), encoding)}` : text
}

/** Returns the content and the signature, before and after a string's last dot; nothing if there is no content. */
function partsOf(text: string): [content: string, signature: string] | [] {
  const dot = text.lastIndexOf('.')
  return dot < 1 ? [] : [text.slice(0, dot), text.slice(dot + 1)]
}

const signatureOf = (content: string, secret: string, encoding: BinaryToTextEncoding): string =>
  createHmac('sha256', secret).update(content).digest(encoding)

function areEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
