import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Env, env } from '@/server/platform/settings/env'
import { makeFolder } from './make-folder'
import { syncFolder } from './replace-file'

/** The minimum length of a secret. A new secret has 43 characters; a shorter secret was truncated. */
const shortest = 32

/**
 * Returns one of this installation's secrets: 32 random bytes as base64url, created on the first call and stored in the
 * data folder. Processes that start at the same time agree on one secret: each process writes its own to a separate
 * file and puts it in place with a link, which only the first process can create. The secret is on disk before anything
 * can depend on it.
 * @param name a file name, e.g. `key-pepper`.
 * @param variable the environment variable that overrides it, e.g. `KEY_PEPPER`.
 * @throws Error if the file is empty or truncated.
 */
export function localSecret(name: string, dataDir: string, variable: string): string {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  const secret = readSecret(file) ?? makeSecret(file, folder, dataDir)
  const { length } = secret.trim()
  if (length >= shortest) return secret
  throw new Error(
    `${file} is damaged: it ${length === 0 ? 'is empty' : `has only ${length} characters`}. ` +
      `Restore the file from a backup, or set ${variable} to its old value. If you cannot do either, delete the file, and Pinref ` +
      'creates a new secret; everything that depends on the old secret is lost.',
  )
}

/** Whether a data folder has generated secrets, which an earlier start has created. */
export const hasLocalSecrets = (dataDir: string): boolean =>
  ['key-pepper', 'auth-secret'].some((name) => existsSync(join(dataDir, 'secrets', name)))

function readSecret(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function makeSecret(file: string, folder: string, dataDir: string): string {
  makeFolder(folder, 0o700)
  const aside = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    writeFileSync(aside, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    linkSync(aside, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
  for (const changed of [folder, dataDir]) syncFolder(changed)
  return readFileSync(file, 'utf8')
}

/** Returns a fingerprint that identifies a secret without revealing anything about it: 43 base64url characters. */
export const fingerprint = (secret: string | KeyObject): string =>
  createHmac('sha256', secret).update('pinref fingerprint').digest('base64url')

/** The length of a fingerprint's code: long enough to tell a few secrets apart, but short enough to copy. */
export const codeLength = 8

/**
 * Returns the secret for sessions, which comes from the environment or is created once and stored in the data folder.
 */
export const authSecret = ({ AUTH_SECRET, DATA_DIR }: Pick<Env, 'AUTH_SECRET' | 'DATA_DIR'> = env()): string =>
  AUTH_SECRET ?? localSecret('auth-secret', DATA_DIR, 'AUTH_SECRET')

/** Returns other secrets that are still accepted. Data that was signed or sealed with these secrets is still valid. */
export const otherAuthSecrets = (): readonly string[] => env().OTHER_AUTH_SECRETS

/** Compares two secrets in constant time. */
export const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The library is loaded on demand, like all of better-auth. */
const cipher = () => import('better-auth/crypto')

/** Encrypts text so that only the current `AUTH_SECRET` can decrypt it. */
export async function seal(text: string): Promise<string> {
  const { symmetricEncrypt } = await cipher()
  return symmetricEncrypt({ key: authSecret(), data: text })
}

/** Decrypts text sealed with the current secret or another accepted one; null if none of them can decrypt it. */
export async function unseal(sealed: string): Promise<string | null> {
  for (const secret of [authSecret(), ...otherAuthSecrets()]) {
    const text = await open(sealed, secret)
    if (text !== null) return text
  }
  return null
}

/**
 * Reseals sealed text with the current secret. Text that is already sealed with the current secret, or that no accepted
 * secret can decrypt, is returned unchanged.
 */
export async function reseal(sealed: string): Promise<string> {
  if (otherAuthSecrets().length === 0 || (await open(sealed, authSecret())) !== null) return sealed
  const text = await unseal(sealed)
  return text === null ? sealed : seal(text)
}

/** Returns the decrypted text; null if the text was sealed with another secret. */
async function open(sealed: string, secret: string): Promise<string | null> {
  const { symmetricDecrypt } = await cipher()
  return symmetricDecrypt({ key: secret, data: sealed }).catch(() => null)
}
