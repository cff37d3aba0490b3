import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { defaultUrl } from '../defaults.js'
import { Pinref } from '../pinref.js'
import type { Options } from './arguments.js'
import { Exit, exitOf } from './exit-codes.js'
import { say } from './terminal.js'

/** Prompts for a key, checks it, and stores it. */
export async function login({ url: address }: Options, signal: AbortSignal): Promise<void> {
  const url = serverUrl(address)
  const apiKey = await askSecret(`API key for ${url} (create one at ${url}/keys): `, signal)
  if (apiKey === '') throw new Exit('key', 'No key was entered. Nothing was stored.')
  const { name, test } = await new Pinref({ baseUrl: url, apiKey }).key({ signal }).catch((error: unknown) => {
    const exit = exitOf(error)
    if (exit?.code === 3) throw new Exit('key', `${url} rejected this key. Nothing was stored.`)
    throw error
  })
  storeKey({ url, apiKey })
  say(`Stored the ${test ? 'test ' : ''}key "${name}" for ${url} in ${storePath()}.`)
}

export function logout(): void {
  say(
    removeKey()
      ? 'Removed the stored key. The key still works until you revoke it on the keys page.'
      : 'No key was stored.',
  )
}

/** A key and its server: the key is never sent to another server. */
interface StoredKey {
  url: string
  apiKey: string
}

/** Returns where the key is stored, following the operating system's conventions. */
function storePath(): string {
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

/** Stores a key so that no one else on this machine can read it. */
function storeKey(stored: StoredKey): void {
  const path = storePath()
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // Writes a new file, because an existing one would keep its mode.
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(stored)}\n`, { mode: 0o600 })
  renameSync(draft, path)
}

/** Removes the stored key. @returns whether there was one. */
function removeKey(): boolean {
  const existed = readStored() !== null
  rmSync(storePath(), { force: true })
  return existed
}

/** Returns the server to call. @param address from the command line. */
export function serverUrl(address: string | null): string {
  const url = address ?? process.env.PINREF_URL ?? readStored()?.url ?? defaultUrl
  return url.replace(/\/+$/, '')
}

/** Returns the key for a server; null if there is none. */
function keyFor(url: string): string | null {
  const own = process.env.PINREF_KEY?.trim()
  if (own) return own
  const stored = readStored()
  return stored?.url === url ? stored.apiKey : null
}

/**
 * Returns a client for this command's server and key, which waits for the rate limit as long as needed.
 * @param maxRetries few by default, because someone is waiting.
 */
export function clientFor(address: string | null, maxRetries = 2, onRateLimit: () => void = () => {}): Pinref {
  const url = serverUrl(address)
  return new Pinref({ baseUrl: url, apiKey: keyFor(url) ?? undefined, maxRetries, onRateLimit })
}

/** Returns a client that needs a key and retries more, to survive a server restart. @throws Exit without a key. */
export function clientWithKey(command: string, address: string | null): Pinref {
  const url = serverUrl(address)
  if (keyFor(url) === null)
    throw new Exit('key', `${command} needs an API key for ${url}. Run "pinref login", or set PINREF_KEY.`)
  return clientFor(address, 6)
}

/** Prompts for a secret without showing it. Without a terminal, reads the first line of standard input. */
async function askSecret(question: string, signal: AbortSignal): Promise<string> {
  const { stdin } = process
  if (!stdin.isTTY) return ((await text(stdin)).split('\n')[0] ?? '').trim()
  // Before the prompt, because anything typed earlier would be shown.
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  try {
    process.stderr.write(question)
    return await typed(signal)
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    process.stderr.write('\n')
  }
}

/** Returns the text typed or pasted up to Enter. In raw mode, Ctrl+C arrives as a character. */
async function typed(signal: AbortSignal): Promise<string> {
  let secret = ''
  for await (const keys of process.stdin) {
    for (const key of String(keys)) {
      if (key === '\r' || key === '\n' || key === '\u0004') return secret.trim()
      if (key === '\u0003') process.kill(process.pid, 'SIGINT')
      if (key === '\u007f' || key === '\b') secret = secret.slice(0, -1)
      else secret += key
    }
    await new Promise((next) => setImmediate(next))
    signal.throwIfAborted()
  }
  return secret.trim()
}
