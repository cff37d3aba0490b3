import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { env } from '@/server/env'
import { codeLength, fingerprint } from '@/server/runtime/fingerprint'
import { localSecret } from '@/server/runtime/local-secret'

/**
 * The text of an API key: `pr_live_`, or `pr_test_` for one that is answered from the sample; the account's id (16 characters),
 * a secret (22 characters, 131 bits) and a checksum (6 characters, CRC-32 of all before it), in base62: a double click selects
 * it, a scanner for leaked keys finds it, and a key that was cut or mistyped is refused without asking the store.
 */
const livePrefix = 'pr_live_'
const testPrefix = 'pr_test_'
const prefixLength = livePrefix.length
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const accountLength = 16
const secretLength = 22
const checksumLength = 6
const form = new RegExp(`^pr_(?:live|test)_[0-9A-Za-z]{${accountLength + secretLength + checksumLength}}$`)

/** How much of a key is shown after its creation: enough to tell keys apart, nothing of the secret's strength. */
const startLength = prefixLength + accountLength + 4

/** A new key for an account. It is shown once and never stored. */
export function createKeyText(accountId: string, isTest = false): string {
  const body = (isTest ? testPrefix : livePrefix) + accountId + randomBase62(secretLength)
  return body + checksum(body)
}

/** The account that a key's text names, or null where the text is no key: its form or its checksum is wrong. */
export function accountOfKey(text: string): string | null {
  if (!form.test(text)) return null
  const body = text.slice(0, -checksumLength)
  return text.slice(-checksumLength) === checksum(body) ? text.slice(prefixLength, prefixLength + accountLength) : null
}

/** Whether a key, or its start, is that of a test key. */
export const isTestKey = (text: string): boolean => text.startsWith(testPrefix)

const formOfStart = new RegExp(`^pr_(?:live|test)_([0-9A-Za-z]{${accountLength}})`)

/** The account that the start of a key names, however much of the key follows; null where it names none. Nothing is verified. */
export const accountOfKeyStart = (text: string): string | null => formOfStart.exec(text)?.[1] ?? null

/** What is stored instead of a key: HMAC-SHA-256 with a secret of the server, base64url. */
export function keyHash(text: string, pepper: string | KeyObject): string {
  return createHmac('sha256', pepper).update(text).digest('base64url')
}

interface Peppers {
  /** Given by the environment, else made once and kept in the data folder. */
  present: KeyObject
  /** Those under which keys are found besides. */
  others: KeyObject[]
  /** Names the present one. */
  code: string
}

let peppers: Peppers | undefined

/** The server's part of every hash. */
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

/** The hashes under which a key may be stored, that of the present pepper first. */
export function keyHashes(text: string): [string, ...string[]] {
  const { present, others } = keyPeppers()
  return [keyHash(text, present), ...others.map((pepper) => keyHash(text, pepper))]
}

/** The start of a key, by which its owner recognizes it. */
export const startOfKey = (text: string): string => text.slice(0, startLength)

/** Random base62 text; bytes that would favour some characters are thrown away. */
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
