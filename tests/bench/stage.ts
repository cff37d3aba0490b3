import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKey } from '@/server/metering/access/key-store'
import type { PlanId } from '@/server/metering/access/limits'
import { writeProfile } from '@/server/metering/access/profile'
import { store } from '@/server/platform/store/store'
import { type Simulator, startSimulator } from '../simulator/simulator'
import { newAccount } from '../support/new-account'
import { startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'

/** The response time of the stand-in for Google. */
const upstreamMs = 200

/** Redis, the stand-in for Google, and the pepper, which all benchmark servers share. */
export interface Stage {
  /** A server's environment for the sample. */
  env: Record<string, string>
  /** The settings that make a server call the stand-in for Google instead. */
  placesEnv: Record<string, string>
  simulator: Simulator
  /** Makes an account with a plan and returns an API key for it. */
  newKey(plan: PlanId): Promise<string>
  end(): Promise<void>
}

export async function setStage(): Promise<Stage> {
  // A call is counted before its response. If each call waited for the disk, the benchmark would measure the disk.
  const redis = await startRedisServer({ appendfsync: 'everysec' })
  const simulator = await startSimulator({ latencyMs: upstreamMs })
  const dataDir = mkdtempSync(join(tmpdir(), 'pinref-bench-'))
  const env = {
    REDIS_URL: redis.url,
    DATA_DIR: dataDir,
    KEY_PEPPER: 'a pepper for the benchmark',
    BURST_LIMIT: '1000000',
    FREE_DAILY_QUOTA: '1000000',
  }
  const placesEnv = {
    GOOGLE_MAPS_API_KEY: simulator.apiKey,
    GOOGLE_PLACES_URL: simulator.placesUrl,
    GOOGLE_LEGACY_PLACES_URL: simulator.legacyUrl,
    GOOGLE_MAPSTOOLS_URL: simulator.mapstoolsUrl,
    LINK_GATEWAY_URL: simulator.linksUrl,
    // A few callers make all the calls, so each makes many.
    UPSTREAM_CALLER_SHARE: '100',
    UPSTREAM_DAILY_CAP: '1000000000',
  }
  // This process makes the accounts and counts round trips, so it needs Pinref's settings too.
  Object.assign(process.env, env, placesEnv, { LOG_LEVEL: 'silent' })
  return {
    env,
    placesEnv,
    simulator,
    async newKey(plan) {
      const account = await newAccount()
      await writeProfile(account, { plan })
      return (await createKey(account, 'Bench', null)).key
    },
    async end() {
      await (await store()).close()
      await simulator.stop()
      await redis.stop()
      removeFolder(dataDir)
    },
  }
}
