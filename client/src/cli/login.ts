import { Pinref } from '../pinref.js'
import type { Options } from './arguments.js'
import { askSecret } from './ask-secret.js'
import { Exit, exitOf } from './exit-codes.js'
import { forgetKey, serverUrl, storeKey, storePath } from './stored-key.js'
import { say } from './terminal.js'

/** Asks for a key, tries it, and stores it. */
export async function login({ url: given }: Options, signal: AbortSignal): Promise<void> {
  const url = serverUrl(given)
  const apiKey = await askSecret(`API key for ${url} (made under ${url}/keys): `, signal)
  if (apiKey === '') throw new Exit('key', 'No key was given. Nothing was stored.')
  const { name, test } = await new Pinref({ baseUrl: url, apiKey }).key({ signal }).catch((error: unknown) => {
    const exit = exitOf(error)
    if (exit?.code === 3) throw new Exit('key', `${url} refused this key. Nothing was stored.`)
    throw error
  })
  storeKey({ url, apiKey })
  say(`Stored the ${test ? 'test ' : ''}key "${name}" for ${url} in ${storePath()}.`)
}

export function logout(): void {
  say(forgetKey() ? 'Removed the stored key. It still works: revoke it on the keys page.' : 'No key was stored.')
}
