import { redisKeys } from '@/server/access/redis-keys'
import { script } from '@/server/store/script'
import { runScript, store } from '@/server/store/store'
import type { Delivery, DeliveryState, Try } from './delivery'

/** As many deliveries of an account are kept. */
const mostKept = 200

/** How long nobody else takes a delivery that is being tried, in milliseconds: longer than a try. */
const leaseMs = 60_000

/** How long every try may fail before no more is sent, in seconds. */
const failingSeconds = 86_400

/** Keeps a delivery, once, in place of the oldest where there are many; nothing where there is no endpoint. */
const add = script(`
local endpoint, deliveries = unpack(KEYS)
local id, delivery, most = unpack(ARGV)
if redis.call('EXISTS', endpoint) == 0 then return 'no endpoint' end
if redis.call('HEXISTS', deliveries, id) == 1 then return 'known' end
if redis.call('HLEN', deliveries) >= tonumber(most) then
  local oldest, at
  local all = redis.call('HGETALL', deliveries)
  for index = 1, #all, 2 do
    local created = cjson.decode(all[index + 1]).created
    if not at or created < at then oldest, at = all[index], created end
  end
  redis.call('HDEL', deliveries, oldest)
end
redis.call('HSET', deliveries, id, delivery)
return 'added'
`)

/**
 * Takes a delivery for a try. Answers { 'taken', delivery }; { 'held' } where the endpoint is switched off or gone; { 'later',
 * milliseconds } where it is not due or somebody else is at it; { 'over' } where nothing is left to do.
 */
const take = script(`
local endpoint, deliveries = unpack(KEYS)
local id, now, lease = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local stored = redis.call('HGET', deliveries, id)
local delivery = stored and cjson.decode(stored)
if not delivery or delivery.state ~= 'waiting' then return { 'over' } end
local url, off = unpack(redis.call('HMGET', endpoint, 'url', 'off'))
if not url or off then
  delivery.state, delivery.next = 'held', cjson.null
  redis.call('HSET', deliveries, id, cjson.encode(delivery))
  return { 'held' }
end
local wait = math.max(delivery.next, delivery.leased or 0) - now
if wait > 0 then return { 'later', wait } end
delivery.leased = now + lease
redis.call('HSET', deliveries, id, cjson.encode(delivery))
return { 'taken', stored }
`)

/** Notes a try, and of the endpoint since when all fail. Answers 'off' where it has just been switched off. */
const note = script(`
local endpoint, deliveries = unpack(KEYS)
local id, made, state, next, now, longest, isGone = unpack(ARGV)
local stored = redis.call('HGET', deliveries, id)
if stored then
  local delivery = cjson.decode(stored)
  delivery.tries[#delivery.tries + 1] = cjson.decode(made)
  delivery.inRound = delivery.inRound + 1
  delivery.state, delivery.leased = state, nil
  delivery.next = next == '' and cjson.null or tonumber(next)
  redis.call('HSET', deliveries, id, cjson.encode(delivery))
end
if redis.call('EXISTS', endpoint) == 0 then return 'done' end
if state == 'delivered' then
  redis.call('HDEL', endpoint, 'failing')
  return 'done'
end
redis.call('HSETNX', endpoint, 'failing', now)
local since = tonumber(redis.call('HGET', endpoint, 'failing'))
if isGone ~= '1' and tonumber(now) - since < tonumber(longest) then return 'done' end
return redis.call('HSETNX', endpoint, 'off', now) == 1 and 'off' or 'done'
`)

/** Lets a delivery begin anew. Answers whether there is such a one that is not waiting. */
const again = script(`
local stored = redis.call('HGET', KEYS[1], ARGV[1])
if not stored then return 'unknown' end
local delivery = cjson.decode(stored)
if delivery.state == 'waiting' and delivery.inRound == 0 then return 'waiting' end
delivery.state, delivery.next, delivery.inRound = 'waiting', tonumber(ARGV[2]), 0
redis.call('HSET', KEYS[1], ARGV[1], cjson.encode(delivery))
return 'done'
`)

type NewDelivery = Pick<Delivery, 'id' | 'type' | 'body' | 'created'>

/** @returns whether the account has an endpoint; an event that is known already is not kept twice. */
export async function addDelivery(accountId: string, { id, type, body, created }: NewDelivery): Promise<boolean> {
  const delivery: Delivery = { id, type, body, created, state: 'waiting', next: created, tries: [], inRound: 0 }
  const outcome = await runScript(add, at(accountId), [id, JSON.stringify(delivery), mostKept])
  return outcome !== 'no endpoint'
}

/** What may be done about a delivery now; `waitMs` says when to ask again, null: never. */
export type Turn = { delivery: Delivery } | { waitMs: number | null }

/** Takes a delivery for one try; nobody else gets it meanwhile. */
export async function takeDelivery(accountId: string, id: string): Promise<Turn> {
  const [outcome, value] = (await runScript(take, at(accountId), [id, Date.now(), leaseMs])) as [string, unknown]
  if (outcome === 'taken') return { delivery: deliveryOf(value) }
  return { waitMs: outcome === 'later' ? Number(value) : null }
}

/** What is noted of a try. */
export interface Noted {
  made: Try
  state: DeliveryState
  /** Epoch milliseconds; null: there is no further try. */
  next: number | null
  /** Whether the endpoint says that it is gone for good. */
  isGone: boolean
}

/** @returns whether the endpoint has been switched off by this try. */
export async function noteTry(accountId: string, id: string, { made, state, next, isGone }: Noted): Promise<boolean> {
  const now = Math.floor(Date.now() / 1000)
  const args = [id, JSON.stringify(made), state, next ?? '', now, failingSeconds, isGone ? 1 : 0]
  return (await runScript(note, at(accountId), args)) === 'off'
}

/** @returns whether there is such a delivery. */
export async function restartDelivery(accountId: string, id: string): Promise<boolean> {
  return (await runScript(again, [redisKeys(accountId).deliveries], [id, Date.now()])) !== 'unknown'
}

/** The deliveries of an account, newest first. */
export async function readDeliveries(accountId: string): Promise<Delivery[]> {
  const { redis } = await store()
  const all = Object.values((await redis.hgetall<Record<string, unknown>>(redisKeys(accountId).deliveries)) ?? {})
  return all.map(deliveryOf).sort((a, b) => b.created - a.created || a.id.localeCompare(b.id))
}

/** An empty list is an object to Lua's JSON. */
function deliveryOf(stored: unknown): Delivery {
  const { id, type, body, created, state, next, tries, inRound } = (
    typeof stored === 'string' ? JSON.parse(stored) : stored
  ) as Delivery
  return { id, type, body, created, state, next, tries: Array.isArray(tries) ? tries : [], inRound }
}

const at = (accountId: string) => {
  const { endpoint, deliveries } = redisKeys(accountId)
  return [endpoint, deliveries]
}
