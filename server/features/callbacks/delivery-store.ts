import { memberScript, runMemberScript } from '@/server/metering/access/member-script'
import { type Author, writerOf } from '@/server/metering/access/members'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { PinrefError } from '@/server/platform/problems/errors'
import { perProcess } from '@/server/platform/runtime/per-process'
import { type TurnLimits, Turns } from '@/server/platform/runtime/turns'
import { store } from '@/server/platform/store/store'
import { runScript, script } from '@/server/platform/store/untyped'
import { type Delivery, type DeliveryState, type Try, targetIn } from './delivery'

/** The maximum number of deliveries stored per account. */
export const maxStored = 200

/** How long a delivery that is being tried is reserved, in milliseconds: longer than a try. */
const leaseMs = 60_000

/** The minimum time between an account's queued deliveries, in milliseconds. */
const leastWaitMs = 1_000

/** How long all of an endpoint's tries may fail before it is switched off, in seconds. */
const failingSeconds = 86_400

/** How many tries of a delivery are stored. */
const maxTriesStored = 20

/**
 * Stores a delivery once. If there are too many deliveries, the new one replaces the oldest, preferably one that is
 * done. Stores nothing if the endpoint, the batch, or the account is gone.
 */
const add = memberScript(
  `
local endpoints, _, deliveries, _, batch = unpack(KEYS)
local id, delivery, most, endpoint = unpack(ARGV)
if redis.call('EXISTS', members) == 0 then return 'gone' end
local isThere = endpoint == '' and redis.call('EXISTS', batch) or redis.call('HEXISTS', endpoints, endpoint)
if isThere == 0 then return 'gone' end
if redis.call('HEXISTS', deliveries, id) == 1 then return 'known' end
if redis.call('HLEN', deliveries) >= tonumber(most) then
  local oldest, at, isWaiting
  local all = redis.call('HGETALL', deliveries)
  for index = 1, #all, 2 do
    local other = cjson.decode(all[index + 1])
    local waits = other.state == 'waiting'
    if not at or (isWaiting and not waits) or (isWaiting == waits and other.created < at) then
      oldest, at, isWaiting = all[index], other.created, waits
    end
  end
  redis.call('HDEL', deliveries, oldest)
end
redis.call('HSET', deliveries, id, delivery)
return 'added'
`,
  { needsAccount: false },
)

/**
 * Takes a delivery for a try if no other delivery of the account is being tried, so that a slow endpoint delays only
 * its own account. The account's other deliveries are rescheduled one by one, with pauses as long as the current try
 * has taken. Returns { 'taken', delivery, whether its address is verified, the sealed secrets that sign it }; { 'held' } if
 * the endpoint is switched off, or the endpoint or batch is gone; { 'later', milliseconds } if the delivery is not due or has to wait for its turn; { 'over' } if nothing is
 * left to do. The value of `delivering`: "<id> <since> <until> <last turn>".
 */
const take = script(`
local endpoints, addresses, deliveries, delivering, batch = unpack(KEYS)
local id, now, lease = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local stored = redis.call('HGET', deliveries, id)
local delivery = stored and cjson.decode(stored)
if not delivery or delivery.state ~= 'waiting' then return { 'over' } end
local endpoint = delivery.endpoint ~= '' and redis.call('HGET', endpoints, delivery.endpoint)
endpoint = endpoint and cjson.decode(endpoint) or {}
local secrets = { delivery.endpoint == '' and redis.call('HGET', batch, 'secret') or endpoint.secret }
if not secrets[1] or endpoint.off then
  delivery.state, delivery.next = 'held', cjson.null
  redis.call('HSET', deliveries, id, cjson.encode(delivery))
  return { 'held' }
end
delivery.url = endpoint.url or delivery.url
for _, former in ipairs(endpoint.formers or {}) do
  if former.ends * 1000 > now then secrets[#secrets + 1] = former.secret end
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
stored = cjson.encode(delivery)
redis.call('HSET', deliveries, id, stored)
local leased = string.format('%.0f', delivery.leased)
redis.call('SET', delivering, table.concat({ id, ARGV[2], leased, ARGV[2] }, ' '), 'PX', lease)
local known = redis.call('HGET', addresses, string.match(delivery.url, '^[^?]*')) or ' 0'
return { 'taken', stored, string.match(known, ' 0$') and 0 or 1, cjson.encode(secrets) }
`)

/**
 * Records a try, whether it verified the address, and when the endpoint's tries began to fail. Returns 'off' if this
 * try switched the endpoint off.
 */
const note = script(`
local endpoints, addresses, deliveries, delivering = unpack(KEYS)
local id, made, state, next, now, longest, isGone, verified, most = unpack(ARGV)
local busy = redis.call('GET', delivering) or ''
if string.sub(busy, 1, #id + 1) == id .. ' ' then redis.call('DEL', delivering) end
local named = verified ~= '' and redis.call('HGET', addresses, verified)
if named then redis.call('HSET', addresses, verified, string.match(named, '^%d+') .. ' ' .. now) end
local stored = redis.call('HGET', deliveries, id)
if not stored then return 'done' end
local delivery = cjson.decode(stored)
delivery.tries[#delivery.tries + 1] = cjson.decode(made)
if #delivery.tries > tonumber(most) then table.remove(delivery.tries, 1) end
delivery.inRound = delivery.inRound + 1
delivery.state, delivery.leased = state, nil
delivery.next = next == '' and cjson.null or tonumber(next)
redis.call('HSET', deliveries, id, cjson.encode(delivery))
local endpoint = delivery.endpoint ~= '' and redis.call('HGET', endpoints, delivery.endpoint)
if not endpoint then return 'done' end
endpoint = cjson.decode(endpoint)
local wasOn = not endpoint.off
if state == 'delivered' then endpoint.failing = nil
else
  endpoint.failing = endpoint.failing or tonumber(now)
  if isGone == '1' or tonumber(now) - endpoint.failing >= tonumber(longest) then
    endpoint.off = endpoint.off or tonumber(now)
  end
end
redis.call('HSET', endpoints, delivery.endpoint, cjson.encode(endpoint))
return wasOn and endpoint.off and 'off' or 'done'
`)

/**
 * Restarts a delivery. Returns 'unknown' if there is none, 'waiting' if the delivery is waiting for the first try of a
 * round, or else 'done'.
 */
const again = memberScript(
  `
local stored = redis.call('HGET', KEYS[1], ARGV[1])
if not stored then return 'unknown' end
local delivery = cjson.decode(stored)
if delivery.state == 'waiting' and delivery.inRound == 0 then return 'waiting' end
delivery.state, delivery.next, delivery.inRound = 'waiting', tonumber(ARGV[2]), 0
redis.call('HSET', KEYS[1], ARGV[1], cjson.encode(delivery))
return 'done'
`,
  { needsAccount: false },
)

type NewDelivery = Omit<Delivery, 'state' | 'next' | 'tries' | 'inRound'>

/** Stores a delivery unless it is already stored. @returns whether the endpoint or batch, and the account, exist. */
export async function addDelivery(author: Author, made: NewDelivery): Promise<boolean> {
  const delivery: Delivery = { ...made, state: 'waiting', next: made.created, tries: [], inRound: 0 }
  const args = [made.id, JSON.stringify(delivery), maxStored, made.endpoint]
  return (await runMemberScript(author, add, at(writerOf(author).accountId, made.id), args)) !== 'gone'
}

/**
 * A delivery to try now, whether its address is verified, and the sealed secrets that sign it, the current one first; or
 * how many milliseconds to wait before taking it again; null for never. */
export type Turn = { delivery: Delivery; isVerified: boolean; sealed: string[] } | { waitMs: number | null }

/** Takes a delivery for one try. During the lease, no other process gets any of the account's deliveries. */
export async function takeDelivery(accountId: string, id: string): Promise<Turn> {
  const reply = await runScript(take, at(accountId, id), [id, Date.now(), leaseMs])
  const [outcome, value, isVerified, secrets] = reply as [string, unknown, number?, unknown?]
  if (outcome === 'taken') {
    const sealed = typeof secrets === 'string' ? JSON.parse(secrets) : secrets
    return { delivery: deliveryOf(value), isVerified: isVerified === 1, sealed }
  }
  return { waitMs: outcome === 'later' ? Number(value) : null }
}

/** The outcome of a try, as it is recorded. */
export interface TryOutcome {
  made: Try
  state: DeliveryState
  /** When the next try is due, epoch milliseconds; null for none. */
  next: number | null
  /** Whether the endpoint responded that it is permanently gone. */
  isGone: boolean
  /** The address that the try verified; empty for none. */
  verified: string
}

/** Records a try. @returns whether the try switched the endpoint off. */
export async function recordTry(accountId: string, id: string, outcome: TryOutcome): Promise<boolean> {
  const { made, state, next, isGone, verified } = outcome
  const now = Math.floor(Date.now() / 1000)
  const args = [
    id,
    JSON.stringify(made),
    state,
    next ?? '',
    now,
    failingSeconds,
    isGone ? 1 : 0,
    verified,
    maxTriesStored,
  ]
  return (await runScript(note, at(accountId, id), args)) === 'off'
}

/** Returns the error for an id that does not belong to any of the account's deliveries. */
export const noSuchDelivery = (): PinrefError =>
  new PinrefError(
    'delivery_not_found',
    'This account has no such delivery. It may have expired. List deliveries with GET /api/deliveries.',
  )

/** Restarts a delivery. @throws PinrefError `delivery_not_found`. */
export async function restartDelivery(author: Author, id: string): Promise<void> {
  const { deliveries } = redisKeys(writerOf(author).accountId)
  const outcome = await runMemberScript(author, again, [deliveries], [id, Date.now()])
  if (outcome === 'unknown') throw noSuchDelivery()
}

/** Reads one delivery. @throws PinrefError `delivery_not_found`. */
export async function readDelivery(accountId: string, id: string): Promise<Delivery> {
  const { redis } = await store()
  const stored = await redis.hget<unknown>(redisKeys(accountId).deliveries, id)
  if (stored === null) throw noSuchDelivery()
  return deliveryOf(stored)
}

/** How accounts take turns reading all their deliveries, whose bodies can total several megabytes. */
export const deliveryReads: TurnLimits = { most: 2, each: 1, waiting: 10, waitMs: 10_000, rest: 3 }

const turns = perProcess<Turns>('delivery-reads')

/**
 * Reads an account's deliveries, newest first.
 * @throws PinrefError `too_many_requests` if too many of the account's calls are reading them.
 */
export async function readDeliveries(accountId: string): Promise<Delivery[]> {
  turns.value ??= new Turns(deliveryReads)
  const endTurn = await turns.value.take(accountId)
  try {
    const { redis } = await store()
    const all = Object.values((await redis.hgetall<Record<string, unknown>>(redisKeys(accountId).deliveries)) ?? {})
    return all.map(deliveryOf).sort((a, b) => b.created - a.created || a.id.localeCompare(b.id))
  } finally {
    endTurn()
  }
}

/** Parses a stored delivery. Lua's JSON library writes an empty list as an object. */
function deliveryOf(stored: unknown): Delivery {
  const delivery = (typeof stored === 'string' ? JSON.parse(stored) : stored) as Delivery & { leased?: number }
  const { leased: _, tries, ...rest } = delivery
  return { ...rest, tries: Array.isArray(tries) ? tries : [] }
}

/** Returns the keys for a delivery. The last one is its batch's if it goes to a batch's URL. */
const at = (accountId: string, id: string) => {
  const { endpoints, callbackAddresses, deliveries, delivering, batch } = redisKeys(accountId)
  return [endpoints, callbackAddresses, deliveries, delivering, batch(targetIn(id))]
}
