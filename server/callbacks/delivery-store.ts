import { redisKeys } from '@/server/access/redis-keys'
import { script } from '@/server/store/script'
import { runScript, store } from '@/server/store/store'
import type { Delivery, DeliveryState, Try } from './delivery'

/** The most deliveries that are kept for an account. */
const maxKept = 200

/** How long a delivery that is being tried stays reserved, in milliseconds: longer than a try. */
const leaseMs = 60_000

/** The shortest time between two deliveries of an account that wait for another one of it, in milliseconds. */
const leastWaitMs = 1_000

/** How long every try may fail before the endpoint is switched off, in seconds. */
const failingSeconds = 86_400

/** Stores a delivery once, in place of the oldest if there are too many. Stores nothing if there is no endpoint. */
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
 * Takes a delivery for a try, if no other one of the account is being tried: an endpoint that is slow then delays only its own
 * account. The others of the account come again one after the other, with pauses as long as that try has taken so far. Answers
 * { 'taken', delivery }; { 'held' } if the endpoint is switched off or gone; { 'later', milliseconds } if it is not due or has to
 * wait for its turn; { 'over' } if nothing is left to do. What is noted at `delivering`: "<id> <since> <until> <last turn>".
 */
const take = script(`
local endpoint, deliveries, delivering = unpack(KEYS)
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
local busy = redis.call('GET', delivering) or ''
local other, since, till, turn = string.match(busy, '^(%S+) (%d+) (%d+) (%d+)$')
if other and tonumber(till) > now then
  turn = math.max(turn, now) + math.max(now - since, ${leastWaitMs})
  redis.call('SET', delivering, table.concat({ other, since, till, string.format('%.0f', turn) }, ' '), 'PX', till - now)
  return { 'later', turn - now }
end
delivery.leased = now + lease
redis.call('HSET', deliveries, id, cjson.encode(delivery))
local leased = string.format('%.0f', delivery.leased)
redis.call('SET', delivering, table.concat({ id, ARGV[2], leased, ARGV[2] }, ' '), 'PX', lease)
return { 'taken', stored }
`)

/** Notes a try, and at the endpoint since when every try has failed. Answers 'off' if that has switched the endpoint off. */
const note = script(`
local endpoint, deliveries, delivering = unpack(KEYS)
local id, made, state, next, now, longest, isGone = unpack(ARGV)
local busy = redis.call('GET', delivering) or ''
if string.sub(busy, 1, #id + 1) == id .. ' ' then redis.call('DEL', delivering) end
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

/** Restarts a delivery. Answers 'unknown' if there is none, 'waiting' if it waits for the first try of a round, else 'done'. */
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

/** Stores a delivery; a known event is not stored twice. @returns whether the account has an endpoint. */
export async function addDelivery(accountId: string, { id, type, body, created }: NewDelivery): Promise<boolean> {
  const delivery: Delivery = { id, type, body, created, state: 'waiting', next: created, tries: [], inRound: 0 }
  const outcome = await runScript(add, at(accountId), [id, JSON.stringify(delivery), maxKept])
  return outcome !== 'no endpoint'
}

/** A delivery to try now, or in how many milliseconds to ask again; null: never. */
export type Turn = { delivery: Delivery } | { waitMs: number | null }

/** Takes a delivery for one try; nobody else gets it, or another one of the account, for the time of the lease. */
export async function takeDelivery(accountId: string, id: string): Promise<Turn> {
  const [outcome, value] = (await runScript(take, at(accountId), [id, Date.now(), leaseMs])) as [string, unknown]
  if (outcome === 'taken') return { delivery: deliveryOf(value) }
  return { waitMs: outcome === 'later' ? Number(value) : null }
}

/** The outcome of a try, as it is noted. */
export interface Noted {
  made: Try
  state: DeliveryState
  /** When the next try is due, epoch milliseconds; null: there is none. */
  next: number | null
  /** Whether the endpoint answered that it is gone for good. */
  isGone: boolean
}

/** Notes a try. @returns whether it has switched the endpoint off. */
export async function noteTry(accountId: string, id: string, { made, state, next, isGone }: Noted): Promise<boolean> {
  const now = Math.floor(Date.now() / 1000)
  const args = [id, JSON.stringify(made), state, next ?? '', now, failingSeconds, isGone ? 1 : 0]
  return (await runScript(note, at(accountId), args)) === 'off'
}

/** Restarts a delivery. @returns whether there is such a delivery. */
export async function restartDelivery(accountId: string, id: string): Promise<boolean> {
  return (await runScript(again, [redisKeys(accountId).deliveries], [id, Date.now()])) !== 'unknown'
}

/** Reads the deliveries of an account, newest first. */
export async function readDeliveries(accountId: string): Promise<Delivery[]> {
  const { redis } = await store()
  const all = Object.values((await redis.hgetall<Record<string, unknown>>(redisKeys(accountId).deliveries)) ?? {})
  return all.map(deliveryOf).sort((a, b) => b.created - a.created || a.id.localeCompare(b.id))
}

/** Reads a stored delivery. Lua's JSON library writes an empty list as an object. */
function deliveryOf(stored: unknown): Delivery {
  const { id, type, body, created, state, next, tries, inRound } = (
    typeof stored === 'string' ? JSON.parse(stored) : stored
  ) as Delivery
  return { id, type, body, created, state, next, tries: Array.isArray(tries) ? tries : [], inRound }
}

const at = (accountId: string) => {
  const { endpoint, deliveries, delivering } = redisKeys(accountId)
  return [endpoint, deliveries, delivering]
}
