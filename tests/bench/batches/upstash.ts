import { Redis } from 'ioredis'
import { newCaller } from '../../load/caller'
import { count, report } from '../../load/report'
import { setStage } from '../../load/stage'
import { numberedListing } from '../../simulator/listings'
import { commandsOf, sumOf } from '../../support/command-stats'
import { startQstashStandIn } from '../../support/qstash-stand-in'
import { startRedisServer } from '../../support/redis'
import type { App } from '../../support/start-app'
import { startUpstashStandIn } from '../../support/upstash-stand-in'
import { checkLines } from './check'
import { batchClient } from './client'
import { type LineAt, linkAt, partsOf } from './lines'
import { batchSettings } from './settings'

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
  const redis = await startRedisServer({ appendfsync: 'everysec' })
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
  const settings = {
    ...batchSettings,
    UPSTASH_REDIS_REST_URL: store.url,
    UPSTASH_REDIS_REST_TOKEN: 'secret',
    APP_URL: 'https://pinref.example',
    QSTASH_URL: qstash.url,
    QSTASH_TOKEN: 'token',
    QSTASH_CURRENT_SIGNING_KEY: signingKey,
    QSTASH_NEXT_SIGNING_KEY: 'the key after that',
  }
  // The settings select the store.
  const stage = await setStage({ settings, store: 'embedded', google: { latencyMs: 0 } })
  const { accountId, key } = await newCaller()
  await stage.leaveStore()
  place.app = await stage.start({}, { host: 'worker' })
  const client = batchClient(() => place.app?.url ?? '', key)
  const admin = new Redis(redis.url)
  const rows: string[][] = []
  const figures: Record<string, unknown> = {}

  for (const [details, lines, lineAt] of cases) {
    const record = (id: string) => `{${accountId}}:batch:${id}`
    let id = ''
    const sent = await commandsOf(admin, async () => {
      id = await client.send(`operation=resolve&details=${details}`, partsOf(lines, lineAt))
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
    rows.push([
      `details ${details}, ${count(lines)} lines`,
      perThousand(sumOf(sent)),
      perThousand(sumOf(ran) - looks - 1),
      perThousand(sumOf(fetched)),
      `$${dollars.toFixed(2)}`,
      count(delivered),
    ])
    figures[details] = ran
  }
  admin.disconnect()
  await stage.end()
  await qstash.stop()
  await store.stop()
  await redis.stop()
  report({
    name: 'batches-upstash',
    tables: [
      {
        title: 'Commands for 1,000 lines',
        head: ['', 'sent', 'run', 'fetched', 'a million lines', 'messages'],
        rows,
        note: `QStash: $${prices.messages} for 100,000 messages.`,
      },
    ],
    figures,
    faults: [],
  })
}
