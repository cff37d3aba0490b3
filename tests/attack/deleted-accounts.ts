import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'

export interface DeletedAccountsFigures {
  /** The number of keys that were made and returned. */
  made: number
  /** The number of these keys that still work after their accounts are deleted. */
  working: number
}

const secrets = {
  KEY_PEPPER: 'a pepper for deleted accounts',
  AUTH_SECRET: 'a secret for the try with deleted accounts',
}
const password = 'correct horse of the try'

/**
 * Deletes accounts while each account makes keys as fast as it can, then tries every key. Starts Redis and the
 * production build (run from the project's folder).
 */
export async function deletedAccounts(accounts: number): Promise<DeletedAccountsFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'pinref-deleted-accounts-'))
  const redis = await startRedisServer()
  const env = { ...secrets, REDIS_URL: redis.url, DATA_DIR: folder, TRUSTED_PROXIES: '1', LOG_LEVEL: 'fatal' }
  const app = await startApp('node', env)
  const made = (await Promise.all(Array.from({ length: accounts }, (_, index) => makeAndDelete(app, index)))).flat()
  const statuses = await Promise.all(made.map((key) => statusWith(app, key)))
  await app.stop()
  await redis.stop()
  removeFolder(folder)
  return { made: made.length, working: statuses.filter((status) => status !== 401).length }
}

/** Makes keys for one account in four loops at once, deletes the account at the same time, and returns the keys. */
async function makeAndDelete({ url }: App, index: number): Promise<string[]> {
  const headers = { 'content-type': 'application/json', origin: url, 'x-forwarded-for': `10.0.${index}.1` }
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${url}/api${path}`, { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify(body) })

  const name = `deleted${index}`
  const signedUp = await post('/auth/sign-up/email', { name, email: `${name}@example.com`, password })
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

  const keys: string[] = []
  async function makeKeys() {
    for (let count = 0; count < 12; count++) {
      const answer = await post('/trpc/keys.create', { name: 'Made' }, cookie)
      if (answer.status !== 200) return
      const { result } = (await answer.json()) as { result: { data: { key: string } } }
      keys.push(result.data.key)
    }
  }
  const making = Array.from({ length: 4 }, makeKeys)
  // Some accounts are deleted immediately, and others after they have made most of their keys.
  if (index % 2) await making[0]
  await post('/auth/delete-user', { password }, cookie)
  await Promise.all(making)
  return keys
}

async function statusWith({ url }: App, key: string): Promise<number> {
  const headers = { 'x-api-key': key, 'x-forwarded-for': `10.1.${Math.floor(Math.random() * 250)}.1` }
  const answer = await fetch(`${url}/api/convert`, { method: 'POST', headers, body: '{"cid":"1"}' })
  await answer.body?.cancel()
  return answer.status
}
