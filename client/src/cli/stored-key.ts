import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { defaultUrl } from '../default-url.js'
import { Pinref } from '../pinref.js'

/** A key and the server that it is for: it is never sent to another. */
interface StoredKey {
  url: string
  apiKey: string
}

/** Returns where the key is stored, by the conventions of the operating system. */
export function storePath(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env
  const base = process.platform === 'win32' ? APPDATA : XDG_CONFIG_HOME
  return join(base || join(homedir(), '.config'), 'pinref', 'key.json')
}

function readStored(): StoredKey | null {
  try {
    const { url, apiKey } = JSON.parse(readFileSync(storePath(), 'utf8'))
    return typeof url === 'string' && typeof apiKey === 'string' ? { url, apiKey } : null
  } catch {
    return null
  }
}

/** Stores a key so that nobody else on this machine can read it. */
export function storeKey(stored: StoredKey): void {
  const path = storePath()
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // Written to a new file, because an existing one would keep its mode.
  const made = `${path}.${process.pid}`
  writeFileSync(made, `${JSON.stringify(stored)}\n`, { mode: 0o600 })
  renameSync(made, path)
}

/** Removes the stored key. @returns whether there was one. */
export function forgetKey(): boolean {
  const had = readStored() !== null
  rmSync(storePath(), { force: true })
  return had
}

/** Returns the server to call. @param given the address from the command line. */
export function serverUrl(given: string | null): string {
  const url = given ?? process.env.PINREF_URL ?? readStored()?.url ?? defaultUrl
  return url.replace(/\/+$/, '')
}

/** Returns the key for a server; null if there is none. */
export function keyFor(url: string): string | null {
  const own = process.env.PINREF_KEY?.trim()
  if (own) return own
  const stored = readStored()
  return stored?.url === url ? stored.apiKey : null
}

/** Makes a client for this command's server and key. By default it retries little, because somebody is waiting. */
export function clientFor(given: string | null, maxRetries = 2): Pinref {
  const url = serverUrl(given)
  return new Pinref({ baseUrl: url, apiKey: keyFor(url) ?? undefined, maxRetries })
}
