import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { codeLength, fingerprint, localSecret } from '@/server/platform/runtime/local-secret'
import { env } from '@/server/platform/settings/env'

/**
 * The format of an API key: `pr_live_`, or `pr_test_` for a key that gets sample results, then in base62 the account's id (16
 * characters), a secret (22 characters, 131 bits), and a checksum (6 characters, CRC-32 of everything before it). A
 * double click selects the key, scanners for leaked keys find it, and a truncated or mistyped key is rejected without a
 * store call.
 */
const livePrefix = 'pr_live_'
const testPrefix = 'pr_test_'
const prefixLength = livePrefix.length
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const accountLength = 16
const secretLength = 22
const checksumLength = 6
const form = new RegExp(`^pr_(?:live|test)_[0-9A-Za-z]{${accountLength + secretLength + checksumLength}}$`)

/** How much of a key is shown after its creation: enough to recognize it, but only 4 of the secret's 22 characters. */
const startLength = prefixLength + accountLength + 4

/** Creates a new key for an account. The key is shown once and never stored. */
export function createKeyText(accountId: string, isTest = false): string {
  const body = (isTest ? testPrefix : livePrefix) + accountId + randomBase62(secretLength)
  return body + checksum(body)
}

/** Returns a key's account, or null if its format or checksum is wrong. */
export function accountOfKey(text: string): string | null {
  if (!form.test(text)) return null
  const body = text.slice(0, -checksumLength)
  return text.slice(-checksumLength) === checksum(body) ? text.slice(prefixLength, prefixLength + accountLength) : null
}

/** Whether the text is a test key or the start of one. */
export const isTestKey = (text: string): boolean => text.startsWith(testPrefix)

const formOfStart = new RegExp(`^pr_(?:live|test)_([0-9A-Za-z]{${accountLength}})`)

/** Returns the account id at the start of a key, or null. Ignores the rest of the key and verifies nothing. */
export const accountOfKeyStart = (text: string): string | null => formOfStart.exec(text)?.[1] ?? null

/** Returns the stored form of a key: HMAC-SHA-256 with a server secret, in base64url. */
export function keyHash(text: string, pepper: string | KeyObject): string {
  return createHmac('sha256', pepper).update(text).digest('base64url')
}

interface Peppers {
  /** From the environment; otherwise created once and stored in the data folder. */
  present: KeyObject
  /** Former or future peppers that stored keys may be hashed with. */
  others: KeyObject[]
  /** Identifies `present` in the stored keys. */
  code: string
}

let peppers: Peppers | undefined

/** Returns the server's secrets for hashing keys. */
export function keyPeppers(): Peppers {
  peppers ??= readPeppers()
  return peppers
}

function readPeppers(): Peppers {
  const { KEY_PEPPER, OTHER_KEY_PEPPERS, DATA_DIR } = env()
  const present = secretKey(KEY_PEPPER ?? localSecret('key-pepper', DATA_DIR, 'KEY_PEPPER'))
  return { present, others: OTHER_KEY_PEPPERS.map(secretKey), code: fingerprint(present).slice(0, codeLength) }
}

const secretKey = (text: string) => createSecretKey(text, 'utf8')

/** Returns the hashes under which a key may be stored, the one with the current pepper first. */
export function keyHashes(text: string): [string, ...string[]] {
  const { present, others } = keyPeppers()
  return [keyHash(text, present), ...others.map((pepper) => keyHash(text, pepper))]
}

/** The start of a key, by which its owner recognizes it. */
export const startOfKey = (text: string): string => text.slice(0, startLength)

/**
 * The end of a key. The end is part of the checksum, and distinguishes an account's keys, which start almost
 * identically.
 */
export const endOfKey = (text: string): string => text.slice(-4)

/** Returns a random base62 string. Skips bytes that would make some characters more likely. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += alphabet.charAt(byte % 62)
  }
  return text
}

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let place = 0; place < checksumLength; place++) {
    text = alphabet.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  }
  return text
}
