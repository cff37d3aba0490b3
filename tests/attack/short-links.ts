import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { store } from '@/server/platform/store/store'
import { newAccount } from '../faults/callers'
import { numberedListing } from '../simulator/listings'
import { startSimulator } from '../simulator/simulator'
import { startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { startApp } from '../support/start-app'

export interface ShortLinksFigures {
  /** Responses to one account's calls with dead links, by status. */
  attacker: Record<number, number>
  /** Responses to another caller's 30 calls with valid links, by status. */
  other: Record<number, number>
}

const secrets = { KEY_PEPPER: 'a pepper for dead short links', AUTH_SECRET: 'a secret for the try with dead links' }

/**
 * Keeps this many of one account's calls with dead short links in flight, while another caller looks up 30 valid short
 * links, two at a time. Starts Redis, the simulator, and the production build (run it from the project's folder). This
 * function can run only once per process, because a process's store is fixed.
 */
export async function shortLinks({ inFlight }: { inFlight: number }): Promise<ShortLinksFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'pinref-short-links-'))
  const [redis, simulator] = await Promise.all([startRedisServer(), startSimulator({ latencyMs: 50 })])
  Object.assign(process.env, { REDIS_URL: redis.url, DATA_DIR: folder, ...secrets })
  const app = await startApp('node', {
    ...secrets,
    REDIS_URL: redis.url,
    DATA_DIR: folder,
    LINK_GATEWAY_URL: simulator.linksUrl,
    BURST_LIMIT: '1000000',
    LOG_LEVEL: 'fatal',
  })
  const [greedy, patient] = await Promise.all([
    newAccount({ name: 'greedy', plan: 'unlimited', processes: [0] }),
    newAccount({ name: 'patient', plan: 'unlimited', processes: [0] }),
  ])

  async function resolve({ keys: [key] }: typeof greedy, url: string, statuses: Record<number, number>) {
    const headers = { 'x-api-key': key?.key ?? '' }
    const response = await fetch(`${app.url}/api/resolve`, { method: 'POST', headers, body: JSON.stringify({ url }) })
    await response.body?.cancel()
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
  }

  const figures: ShortLinksFigures = { attacker: {}, other: {} }
  let isOver = false
  let dead = 0
  async function keepAskingForDead() {
    while (!isOver) await resolve(greedy, `https://maps.app.goo.gl/dead${dead++}`, figures.attacker)
  }
  const attack = Array.from({ length: inFlight }, keepAskingForDead)
  await sleep(2_000)
  let next = 0
  async function lookUpGood() {
    while (next < 30) {
      const { cid } = numberedListing(700_000 + next++)
      await resolve(patient, `https://maps.app.goo.gl/sim-cid-${cid}`, figures.other)
    }
  }
  await Promise.all([lookUpGood(), lookUpGood()])
  isOver = true
  await Promise.all(attack)
  await app.stop()
  await simulator.stop()
  await (await store()).close()
  await redis.stop()
  removeFolder(folder)
  return figures
}
