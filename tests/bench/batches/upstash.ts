import { Redis } from 'ioredis'
import { numberedListing } from '../../simulator/listings'
import { startSimulator } from '../../simulator/simulator'
import { commandsOf, sumOf } from '../../support/command-stats'
import { startQstashStandIn } from '../../support/qstash-stand-in'
import { startRedisServer } from '../../support/redis'
import { type App, startApp } from '../../support/start-app'
import { startUpstashStandIn } from '../../support/upstash-stand-in'
import { leaveStore, newCaller } from './account'
import { checkLines } from './check'
import { batchClient } from './client'
import { count, say } from './figures'
import { type LineAt, linkAt } from './lines'

/** Dollars per 100,000, from Upstash's pay-as-you-go price lists of November 2026. */
const prices = { commands: 0.2, messages: 1 }

const listingAt: LineAt = (line) => {
  const { placeId } = numberedListing(line)
  return { text: placeId, placeId, sameAs: null }
}

/** The details to look up, the number of lines, and the lines. */
const cases: ReadonlyArray<readonly [details: string, lines: number, lineAt: LineAt]> = [
  ['none', 100_000, linkAt],
  ['checked', 600, listingAt],
  ['full', 600, listingAt],
]

/**
 * Counts the commands that batches send to an Upstash store, including those in scripts, as counted by the Redis server
 * behind the Upstash stand-in, and the messages that QStash delivers. Google's rate is the default, so each case that
 * calls Google takes two minutes.
 */
export async function upstash(): Promise<void> {
  const [redis, simulator] = await Promise.all([startRedisServer({ appendfsync: 'everysec' }), startSimulator()])
  const store = await startUpstashStandIn(redis.url, 'secret')
  const signingKey = 'the key that QStash signs with'
  const place: { app?: App } = {}
  const qstash = await startQstashStandIn({
    token: 'token',
    signingKey,
    longestDelayMs: 600_000,
    twiceEvery: 1_000_000,
    maxRetries: 3,
    deliver: (request) => fetch(new Request(`${place.app?.url}/api/queue`, request)),
  })
  const env = {
    UPSTASH_REDIS_REST_URL: store.url,
    UPSTASH_REDIS_REST_TOKEN: 'secret',
    APP_URL: 'https://pinref.example',
    QSTASH_URL: qstash.url,
    QSTASH_TOKEN: 'token',
    QSTASH_CURRENT_SIGNING_KEY: signingKey,
    QSTASH_NEXT_SIGNING_KEY: 'the key after that',
    KEY_PEPPER: 'a pepper for the benchmark',
    AUTH_SECRET: 'a secret that is only for the benchmark',
    BURST_LIMIT: '1000000',
    LOG_LEVEL: 'error',
    UPSTREAM_DAILY_CAP: '1000000',
    GOOGLE_MAPS_API_KEY: simulator.apiKey,
    GOOGLE_PLACES_URL: simulator.placesUrl,
    GOOGLE_LEGACY_PLACES_URL: simulator.legacyUrl,
    GOOGLE_MAPSTOOLS_URL: simulator.mapstoolsUrl,
    LINK_GATEWAY_URL: simulator.linksUrl,
  }
  Object.assign(process.env, env)
  const { accountId, key } = await newCaller()
  await leaveStore()
  place.app = await startApp('worker', env, { output: 'ignore' })
  const client = batchClient(() => place.app?.url ?? '', key)
  const admin = new Redis(redis.url)

  for (const [details, lines, lineAt] of cases) {
    const record = (id: string) => `{${accountId}}:batch:${id}`
    let id = ''
    const sent = await commandsOf(admin, async () => {
      id = await client.send(`details=${details}`, lines, lineAt)
    })
    const before = { ...qstash.counted }
    let looks = 0
    const ran = await commandsOf(admin, async () => {
      await client.start(id)
      for (; (await admin.hget(record(id), 'state')) !== 'finished'; looks++)
        await new Promise((wake) => setTimeout(wake, 500))
    })
    const fetched = await commandsOf(admin, () => checkLines(client, id, lineAt))
    const delivered = qstash.counted.delivered - before.delivered
    const perThousand = (commands: number) => count((commands * 1_000) / lines)
    const all = sumOf(sent) + sumOf(ran) - looks - 1 + sumOf(fetched)
    const dollars = (all * 1_000_000 * prices.commands) / lines / 100_000
    say(
      `${details}: ${count(lines)} lines. Commands for 1,000 lines: sent ${perThousand(sumOf(sent))}, ` +
        `run ${perThousand(sumOf(ran) - looks - 1)}, fetched ${perThousand(sumOf(fetched))}. ` +
        `A million lines: $${dollars.toFixed(2)}. Messages: ${delivered}`,
    )
    say(JSON.stringify(ran))
  }
  say(`QStash: $${prices.messages} for 100,000 messages`)
  admin.disconnect()
  await place.app.stop()
  await qstash.stop()
  await store.stop()
  await simulator.stop()
  await redis.stop()
}
