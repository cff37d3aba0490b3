import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKey } from '@/server/metering/access/key-store'
import { readUsage } from '@/server/metering/usage/account-usage'
import { store } from '@/server/platform/store/store'
import { type Caller, newAccount, newVisitor } from '../faults/callers'
import { numberedListing } from '../simulator/listings'
import { startSimulator } from '../simulator/simulator'
import { startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { startApp } from '../support/start-app'

export interface FailingLookups {
  /** The number of failing calls by one free account, across all its keys. */
  calls: number
  /** The number of keys that make these calls. */
  keys: number
  burstLimit: number
  /** `UPSTREAM_DAILY_CAP`. */
  dailyCap: number
}

export interface FailingLookupsFigures {
  /** The free account's responses by status and code. */
  attacker: Record<string, number>
  /** The calls to Google for the free account. */
  askedOfGoogle: number
  /** How many of the free account's calls count this month. */
  used: number
  /** A visitor's responses to 30 such calls. */
  visitor: Record<string, number>
  /** Another account's responses to 20 later calls with valid links. */
  other: Record<string, number>
}

const secrets = {
  KEY_PEPPER: 'a pepper for lookups that fail',
  AUTH_SECRET: 'a secret for the try of lookups that fail',
}

/** Returns the place id of a listing that Google does not know. */
const unknown = (index: number) => numberedListing(10_000_000 + index).placeId

/**
 * As a free account and then as a visitor, makes calls that fail after a call to Google, as fast as possible. Then
 * another account looks up valid links. Starts Redis, the simulator, and the production build (run it from the
 * project's folder). This function can run only once per process, because a process's store is fixed.
 */
export async function failingLookups(settings: FailingLookups): Promise<FailingLookupsFigures> {
  const { calls, keys, burstLimit, dailyCap } = settings
  const folder = mkdtempSync(join(tmpdir(), 'pinref-failing-lookups-'))
  const [redis, simulator] = await Promise.all([startRedisServer(), startSimulator({ latencyMs: 5 })])
  Object.assign(process.env, { REDIS_URL: redis.url, DATA_DIR: folder, ...secrets })
  const app = await startApp('node', {
    ...secrets,
    REDIS_URL: redis.url,
    DATA_DIR: folder,
    TRUSTED_PROXIES: '1',
    GOOGLE_MAPS_API_KEY: simulator.apiKey,
    GOOGLE_PLACES_URL: simulator.placesUrl,
    GOOGLE_LEGACY_PLACES_URL: simulator.legacyUrl,
    GOOGLE_MAPSTOOLS_URL: simulator.mapstoolsUrl,
    UPSTREAM_DAILY_CAP: `${dailyCap}`,
    BURST_LIMIT: `${burstLimit}`,
    LOG_LEVEL: 'fatal',
  })
  const [attacker, other] = await Promise.all([
    newAccount({ name: 'attacker', plan: 'starter', processes: [0] }),
    newAccount({ name: 'other', plan: 'scale', processes: [0] }),
  ])
  const attackerId = attacker.accountId ?? ''
  while (attacker.keys.length < keys) attacker.keys.push(await createKey(attackerId, `${attacker.keys.length}`, null))

  /** Makes this many calls, a few at a time, and returns the count of each status and code. */
  async function call({ keys: own, address }: Caller, times: number, text: (index: number) => string) {
    const answers: Record<string, number> = {}
    let next = 0
    const keepCalling = async () => {
      while (next < times) {
        const index = next++
        const key = own[index % (own.length || 1)]?.key
        const headers = { 'x-forwarded-for': address, ...(key && { 'x-api-key': key }) }
        const body = JSON.stringify({ url: text(index) })
        const response = await fetch(`${app.url}/api/resolve`, { method: 'POST', headers, body })
        const { code } = (await response.json()) as { code?: string }
        const answer = [response.status, code].filter(Boolean).join(' ')
        answers[answer] = (answers[answer] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: 16 }, keepCalling))
    return answers
  }

  const attackerAnswers = await call(attacker, calls, unknown)
  const askedOfGoogle = simulator.calls.length
  const { used } = await readUsage(attackerId)
  const visitor = await call(newVisitor([0]), 30, (index) => unknown(1_000_000 + index))
  const otherAnswers = await call(other, 20, (index) => numberedListing(index).placeId)
  await app.stop()
  await simulator.stop()
  await (await store()).close()
  await redis.stop()
  removeFolder(folder)
  return { attacker: attackerAnswers, askedOfGoogle, used, visitor, other: otherAnswers }
}
