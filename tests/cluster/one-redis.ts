import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { handleApi } from '@/server/entrances/http/handle-api'
import { limits } from '@/server/metering/access/limits'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { batchClient } from '../bench/batches/client'
import { linkAt, partsOf } from '../bench/batches/lines'
import { measureStoreCosts } from '../bench/store-costs'
import { newCaller } from '../load/caller'
import { type Call, type LoadRequest, load, requestsOf } from '../load/load'
import { count, report, say } from '../load/report'
import { type Stage, setStage } from '../load/stage'
import { featureIdText, numberedListing } from '../simulator/listings'
import { processorMs } from '../support/app-processes'
import { Person } from '../support/person'
import { type RedisServer, startRedisServer } from '../support/redis'
import type { App } from '../support/start-app'
import { forAll } from './accounts'
import { ask, sizeOf, untilItFollows, workBetween, workOf } from './nodes'

/** Upstash's pay-as-you-go price for a command in November 2026, in dollars. */
const dollarsPerCommand = 0.2 / 100_000
const callers = 200
const connections = 32
const lines = 100_000
const persons = 50
const visitors = 5_000
const googleMs = 10

/** The CPU time of one call or line, in microseconds, and the bytes that the store receives and sends for it. */
interface Cost {
  workerMicros: number
  redisMicros: number
  inputBytes: number
  outputBytes: number
}

/** Measures what calls, batch lines, visitors, and accounts cost one worker and one Redis server. */
export async function measureSteps(): Promise<void> {
  const stage = await setStage({
    settings: { BURST_LIMIT: '1000000', FREE_DAILY_QUOTA: '1000000', TRUSTED_PROXIES: '1' },
    google: { latencyMs: googleMs },
  })
  try {
    await measure(stage)
  } finally {
    await stage.end()
  }
}

async function measure(stage: Stage): Promise<void> {
  say('Commands')
  const keys = (await forAll(Array.from({ length: callers }), () => newCaller())).map(({ key }) => key)
  const storeCosts = await measureStoreCosts(keys[0] ?? '', stage.redis.url)
  say('Accounts and visitors')
  const kinds = await measurePersons(stage)
  const total = (of: (kind: KindSize) => number) => kinds.reduce((sum, kind) => sum + of(kind), 0)
  const bytesOfVisitor = await measureVisitors(stage.redis)

  const worker = await stage.start({}, { host: 'worker' })
  const sides: Side = { worker, redis: stage.redis }
  // Calls for the same listing at the same time would share a call to Google.
  let number = 0
  const lookUpNext = (): LoadRequest => {
    const key = keys[number % keys.length] ?? ''
    const url = `https://maps.google.com/?q=Somewhere&ftid=${featureIdText(numberedListing(number++))}`
    return { body: JSON.stringify({ url }), headers: { 'content-type': 'application/json', 'x-api-key': key } }
  }
  const convert = { path: 'convert', calls: 20_000, requests: requestsOf([{ cid: '3545450935484072529' }], keys) }
  const lookup = { path: 'resolve', calls: 5_000, requests: lookUpNext }
  const rows: Array<[name: string, cost: Cost]> = []
  const add = async (name: string) => {
    say(`Calls: ${name}`)
    rows.push([`conversion, ${name}`, await measureCalls(sides, convert)])
    rows.push([`lookup with Google, ${name}`, await measureCalls(sides, lookup)])
  }
  // Until V8 has optimized the code, a call takes longer.
  await measureCalls(sides, convert)
  await measureCalls(sides, lookup)
  await add('Redis')
  await ask(stage.redis, 'CONFIG', 'SET', 'appendfsync', 'always')
  await add('Redis that writes to disk first, as the embedded one')
  await ask(stage.redis, 'CONFIG', 'SET', 'appendfsync', 'everysec')
  const replica = await startRedisServer({ replicaof: `127.0.0.1 ${stage.redis.port}`, appendfsync: 'everysec' })
  await untilItFollows(replica)
  await add('Redis with a replica')
  await replica.stop()
  say(`A batch of ${count(lines)} lines`)
  rows.push(['batch line, identifiers only', await measureBatch(sides, keys[1] ?? '')])

  report({
    name: 'one-redis',
    tables: [
      {
        title: `CPU time per call at ${connections} connections, in µs, and what one core carries at full use`,
        head: ['', 'worker', 'Redis', 'a second, worker', 'a second, Redis', 'bytes to Redis', 'from Redis'],
        rows: rows.map(([name, { workerMicros, redisMicros, inputBytes, outputBytes }]) => [
          name,
          workerMicros.toFixed(0),
          redisMicros.toFixed(0),
          count(1e6 / workerMicros),
          count(1e6 / redisMicros),
          count(inputBytes),
          count(outputBytes),
        ]),
      },
      {
        title: 'Commands at the store, as Redis counts them',
        head: ['', 'commands', 'round trips', 'Upstash, a million'],
        rows: Object.entries(storeCosts).map(([name, { commands, roundTrips }]) => [
          name,
          `${commands}`,
          `${roundTrips}`,
          `$${(commands * 1e6 * dollarsPerCommand).toFixed(2)}`,
        ]),
      },
      {
        title: `MEMORY USAGE of a sign-up with a session and a key, in bytes, on average of ${persons}`,
        head: ['', 'Redis keys', 'bytes'],
        rows: [
          ...kinds.map(({ kind, redisKeys, bytes }) => [kind, redisKeys.toFixed(1), count(bytes)]),
          ['total', total(({ redisKeys }) => redisKeys).toFixed(1), count(total(({ bytes }) => bytes))],
        ],
        note: `Used memory of a visitor's day, on average of ${count(visitors)}: ${count(bytesOfVisitor)} bytes`,
      },
    ],
    figures: { costs: Object.fromEntries(rows), storeCosts, bytesOfVisitor, kinds },
    faults: [],
  })
}

/** A worker alone, and its store. */
interface Side {
  worker: App
  redis: RedisServer
}

/** Does some work and returns the average cost of each of its calls. */
async function costOf({ worker, redis }: Side, calls: number, work: () => Promise<void>): Promise<Cost> {
  const [workerBefore, redisBefore] = [processorMs(worker.process.pid), await workOf([redis])]
  await work()
  const done = workBetween(redisBefore, await workOf([redis]))
  return {
    workerMicros: ((processorMs(worker.process.pid) - workerBefore) * 1_000) / calls,
    redisMicros: (done.processorMs * 1_000) / calls,
    inputBytes: done.inputBytes / calls,
    outputBytes: done.outputBytes / calls,
  }
}

const measureCalls = (
  sides: Side,
  { path, calls, requests }: Omit<Call, 'url'> & { path: string; calls: number },
): Promise<Cost> =>
  costOf(sides, calls, async () => {
    const { errors } = await load({ url: `${sides.worker.url}/api/${path}`, requests }, connections, { calls })
    if (errors > 0) throw new Error(`${errors} calls of ${path} failed.`)
  })

/** Sends, runs, and fetches a batch. */
function measureBatch(sides: Side, key: string): Promise<Cost> {
  const client = batchClient(() => sides.worker.url, key)
  return costOf(sides, lines, async () => {
    const id = await client.send('operation=resolve&details=none', partsOf(lines, linkAt))
    await client.start(id)
    await client.until(id, ({ state }) => state === 'finished')
    await client.file(id, 'csv')
  })
}

/** Makes a call from each of many networks, and returns the memory that Redis stores for each, in bytes. */
async function measureVisitors(redis: RedisServer): Promise<number> {
  const before = await sizeOf([redis])
  await forAll(Array.from({ length: visitors }), async (_, number) => {
    const address = `10.${number >> 8}.${number & 255}.1`
    const init = { method: 'POST', body: JSON.stringify({ cid: '1' }), headers: { 'content-type': 'application/json' } }
    const response = await handleApi(new Request('http://localhost/api/convert', init), { address })
    if (response.status !== 200) throw new Error(`A visitor was answered ${response.status}.`)
    await response.text()
  })
  await finishWork()
  // Until then, Redis also has their bursts.
  await sleep(2_000 * limits.burst.windowSeconds)
  return ((await sizeOf([redis])).bytes - before.bytes) / visitors
}

/** What is stored of one kind, for each person. */
interface KindSize {
  kind: string
  redisKeys: number
  bytes: number
}

/** Signs persons up as the dashboard does, and returns what is stored for each of them, their account, and a key. */
async function measurePersons(stage: Stage): Promise<KindSize[]> {
  const app = await stage.start()
  const signUp = async (number: number) => {
    const person = new Person(app.url, `person-${number}@example.com`)
    const { status } = await person.signUp()
    if (status !== 200) throw new Error(`A sign-up was answered ${status}.`)
    await person.procedure('keys.create', { name: 'Backend' })
  }
  await signUp(0)
  const before = await sizesByKind(stage.redis)
  for (let number = 1; number <= persons; number++) await signUp(number)
  const after = await sizesByKind(stage.redis)
  await app.stop()
  const sizes = [...after].map(([kind, { redisKeys, bytes }]) => ({
    kind,
    redisKeys: (redisKeys - (before.get(kind)?.redisKeys ?? 0)) / persons,
    bytes: (bytes - (before.get(kind)?.bytes ?? 0)) / persons,
  }))
  return sizes.filter(({ bytes }) => bytes >= 1).sort((a, b) => b.bytes - a.bytes)
}

/** Returns how many Redis keys of each kind there are, and their `MEMORY USAGE`, e.g. by `{…}:profile`. */
async function sizesByKind({ url }: RedisServer): Promise<Map<string, { redisKeys: number; bytes: number }>> {
  const sizes = new Map<string, { redisKeys: number; bytes: number }>()
  const redis = new Redis(url)
  for await (const keys of redis.scanStream({ count: 1_000 })) {
    for (const key of keys as string[]) {
      const kind = key.replace(/^\{.*?\}/, '{…}').replace(/^((?:\{…\}:)?[a-z-]+).*/, '$1')
      const { redisKeys, bytes } = sizes.get(kind) ?? { redisKeys: 0, bytes: 0 }
      const usage = Number((await redis.call('MEMORY', 'USAGE', key, 'SAMPLES', '0')) ?? 0)
      sizes.set(kind, { redisKeys: redisKeys + 1, bytes: bytes + usage })
    }
  }
  redis.disconnect()
  return sizes
}
