import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Env, env } from '@/server/env'
import { makeFolder } from './make-folder'

/** A secret has 43 characters when it is made; one shorter than this was cut off. */
const shortest = 32

/**
 * Returns a secret of this installation: 32 random bytes as base64url, made at the first call and kept in the data folder.
 * Processes that start at the same time agree on one: each writes its own to a separate file and puts it in place by a link,
 * which only the first can make. The secret is on disk before anything can depend on it.
 * @param name a file name, e.g. `key-pepper`.
 * @param variable the environment variable that would take its place, e.g. `KEY_PEPPER`.
 * @throws Error if the file is empty or cut off.
 */
export function localSecret(name: string, dataDir: string, variable: string): string {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  const secret = readSecret(file) ?? makeSecret(file, folder, dataDir)
  const { length } = secret.trim()
  if (length >= shortest) return secret
  throw new Error(
    `${file} is damaged: it holds ${length === 0 ? 'nothing' : `only ${length} characters`}. ` +
      `Restore it from a backup, or set ${variable} to what it held. If it cannot be restored, delete it, and a new ` +
      'one is made: what depends on the old one is then lost.',
  )
}

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

/** Writes a folder to disk: only then is a new name in it there to stay. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Returns a fingerprint that tells secrets apart without revealing anything about them: 43 characters base64url. */
export const fingerprint = (secret: string | KeyObject): string =>
  createHmac('sha256', secret).update('pinref fingerprint').digest('base64url')

/** How many characters of a fingerprint are enough to tell a few secrets apart, and short enough for an operator to copy. */
export const codeLength = 8

/** The secret behind sessions: taken from the environment, otherwise created once and kept in the data folder. */
export const authSecret = ({ AUTH_SECRET, DATA_DIR }: Pick<Env, 'AUTH_SECRET' | 'DATA_DIR'> = env()): string =>
  AUTH_SECRET ?? localSecret('auth-secret', DATA_DIR, 'AUTH_SECRET')

/** Other secrets that are still accepted: what they signed or sealed keeps working. */
export const otherAuthSecrets = (): readonly string[] => env().OTHER_AUTH_SECRETS

/** Compares two secrets in a time that does not depend on where they differ. */
export const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

const digest = (text: string) => createHash('sha256').update(text).digest()

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
