import { Redis } from 'ioredis'
import type { TestProject } from 'vitest/node'
import { firstTag, markerKey } from '@/server/platform/store/store-marker'
import { startRedisServer } from '../support/redis'
import { startUpstashStandIn } from '../support/upstash-stand-in'
import { buildForVercel, removeOutput, variables } from './build'
import { startVercel } from './launcher'

declare module 'vitest' {
  interface ProvidedContext {
    /** The output folder of `vercel build`. */
    built: string
  }
}

/** The store's id, without which `/api/health/ready` warns. */
const STORE_ID = 'tests'

/**
 * Builds for Vercel and serves the output as a host for the API tests.
 * The project exposes no system variables, so only the build knows that it is on Vercel.
 */
export default async function setup(project: TestProject) {
  const folder = buildForVercel(variables)
  const redis = await startRedisServer()
  const client = new Redis(redis.url)
  await client.set(markerKey(firstTag), STORE_ID)
  client.disconnect()
  const upstash = await startUpstashStandIn(redis.url, 'a token')
  const app = await startVercel(folder, {
    ...variables,
    STORE_ID,
    KV_REST_API_URL: upstash.url,
    KV_REST_API_TOKEN: 'a token',
    LINK_GATEWAY_URL: 'http://127.0.0.1:9',
  })
  project.provide('built', folder)
  project.provide('hosts', [{ host: 'output of vercel build', url: app.url }])
  return async () => {
    await app.stop()
    await upstash.stop()
    await redis.stop()
    removeOutput(folder)
  }
}
