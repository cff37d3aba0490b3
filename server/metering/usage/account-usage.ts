import { calendarDay, monthOf, monthsSince } from '@/server/metering/access/calendar'
import { readNames } from '@/server/metering/access/contacts'
import { callsLeft } from '@/server/metering/access/key-budgets'
import { type KeyDetails, readKeys } from '@/server/metering/access/key-list'
import { type PlanId, planOf } from '@/server/metering/access/limits'
import { readMembers } from '@/server/metering/access/members'
import { readProfile } from '@/server/metering/access/profile'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { type Source, sourcesOf } from '@/server/metering/access/sources'
import { type ErrorCode, errorCodes } from '@/server/platform/problems/errors'
import { store } from '@/server/platform/store/store'

/** One day's calls of one kind. */
interface DayCount {
  /** Day of the month, 1 to 31, UTC. */
  day: number
  operation: string
  /** `ok`: counted; `failed`: refunded; `rejected`: over a quota or a limit. */
  outcome: string
  count: number
}

/** One day's failed and rejected calls with one error code. */
interface DayErrors {
  /** Day of the month, 1 to 31, UTC. */
  day: number
  code: ErrorCode
  count: number
}

export interface MonthUsage extends MonthDays {
  /** The calls that counted, by caller and client. */
  sources: NamedSource[]
}

interface MonthDays {
  /** `2026-11`, UTC. */
  month: string
  plan: PlanId
  /** Calls that counted. */
  used: number
  /** The plan's quota; null means no limit. */
  limit: number | null
  /** Epoch seconds. */
  resetSeconds: number
  days: DayCount[]
}

/** Calls that counted, of one caller for one client. */
export interface NamedSource {
  /** The id of the key or person; `dashboard`, `watchlists`, `revoked`, or `unknown` for others. */
  id: string
  /** Whether `id` is a key's. */
  isKey: boolean
  /** The current name of the key or person, or what made the calls. */
  name: string
  /** The client's label at the time of the calls; null for none. */
  client: string | null
  /** In order, without days that had no calls. */
  days: Source['days']
}

/**
 * Reads an account's usage in a month.
 * @param month `2026-11`; defaults to the current one.
 */
export async function readUsage(accountId: string, month = monthOf(Date.now())): Promise<MonthUsage> {
  const [counts, { plan }, keys] = await Promise.all([
    readCounts(accountId, month),
    readProfile(accountId),
    readKeys(accountId),
  ])
  return Object.assign(usageOf(month, counts, plan), { sources: await namedSources(accountId, counts, keys) })
}

/** The operations that count. */
const counted = ['resolve', 'search', 'convert'] as const

/**
 * Reads an account's usage in the current month (UTC). `limit` and `remaining` are null if the plan has no limit.
 */
export async function currentUsage(accountId: string) {
  const month = monthOf(Date.now())
  const [counts, { plan }, keys] = await Promise.all([
    readCounts(accountId, month),
    readProfile(accountId),
    readKeys(accountId),
  ])
  const { used, limit, resetSeconds, days } = usageOf(month, counts, plan)
  const sum = (operation: string, outcome: string) =>
    days
      .filter((day) => day.operation === operation && day.outcome === outcome)
      .reduce((all, { count }) => all + count, 0)
  return {
    month,
    plan,
    used,
    limit,
    remaining: limit === null ? null : Math.max(0, limit - used),
    resetSeconds,
    operations: counted.map((operation) => ({
      operation,
      ok: sum(operation, 'ok'),
      failed: sum(operation, 'failed'),
      rejected: sum(operation, 'rejected'),
    })),
    /** Reads the calls that counted by caller and client, which may need names from the store. */
    sources: () => namedSources(accountId, counts, keys),
    ...usageByKey(month, counts, keys),
  }
}

/** A key's usage in a month. */
interface KeyUsage {
  id: string
  name: string
  start: string
  /** The key's last four characters; null if they are not stored. */
  end: string | null
  /** Whether the key is a test key, whose calls do not count. */
  test: boolean
  /** Calls that counted. */
  used: number
  /** The key's own current monthly limit; null if it has none. */
  limit: number | null
  /** Calls left under its own limit and those of its ancestors; null if none has a limit. */
  remaining: number | null
  /** The same for its daily limit, today; null in another month. */
  dailyLimit: number | null
  dailyRemaining: number | null
}

/** A month's calls by key. */
interface UsageByKey {
  /** All of the account's current keys, newest first. */
  keys: KeyUsage[]
  /** Calls that counted, from the dashboard and from revoked keys. */
  other: number
}

/** Reads a month's calls by key. @param month `2026-11`, UTC; defaults to the current one. */
export async function readKeyUsage(accountId: string, month = monthOf(Date.now())): Promise<UsageByKey> {
  const [counts, keys] = await Promise.all([readCounts(accountId, month), readKeys(accountId)])
  return usageByKey(month, counts, keys)
}

/** Calls that counted in one month, UTC. */
interface MonthTotal {
  /** `2026-11`. */
  month: string
  used: number
}

/** Reads an account's calls in each month since it was created, newest first. */
export async function readMonthTotals(accountId: string): Promise<MonthTotal[]> {
  const [{ redis }, { created }] = await Promise.all([store(), readProfile(accountId)])
  const { counts } = redisKeys(accountId)
  const read = async (month: string) => ({ month, used: (await redis.hget<number>(counts(month), 'used')) ?? 0 })
  return Promise.all(monthsSince(Date.parse(created), Date.now()).map(read))
}

/** An account's calls on one day. */
interface DayTotals {
  /** `2026-11-28`, UTC. */
  date: string
  ok: number
  failed: number
  rejected: number
}

/** An account's calls in the last 30 days, UTC, including today. */
export interface RecentCalls {
  /** The days with calls, newest first. */
  days: DayTotals[]
  /** The failed and rejected calls of all days by error code, most frequent first. */
  errors: Array<{ code: ErrorCode; count: number }>
}

export const recentDays = 30

/** Reads an account's calls in the last 30 days. They are in two months, or in three around a short February. */
export async function readRecentCalls(accountId: string, nowMs = Date.now()): Promise<RecentCalls> {
  const dates = Array.from({ length: recentDays }, (_, back) => dateAt(nowMs - back * 86_400_000))
  const months = [...new Set(dates.map((date) => date.slice(0, 7)))]
  const recent = await Promise.all(
    months.map(async (month) => {
      const counts = await readCounts(accountId, month)
      const isRecent = ({ day }: { day: number }) => dates.includes(dateOf(month, day))
      return { month, days: daysOf(counts).filter(isRecent), errors: errorsOf(counts).filter(isRecent) }
    }),
  )
  const totals = new Map<string, DayTotals>()
  const errors = new Map<ErrorCode, number>()
  for (const { month, days, errors: failed } of recent) {
    for (const { day, outcome, count } of days) {
      const date = dateOf(month, day)
      const total = totals.get(date) ?? { date, ok: 0, failed: 0, rejected: 0 }
      if (outcome === 'ok' || outcome === 'failed' || outcome === 'rejected') total[outcome] += count
      totals.set(date, total)
    }
    for (const { code, count } of failed) errors.set(code, (errors.get(code) ?? 0) + count)
  }
  return {
    days: [...totals.values()].sort((a, b) => b.date.localeCompare(a.date)),
    errors: [...errors].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count),
  }
}

const dateAt = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10)
const dateOf = (month: string, day: number): string => `${month}-${String(day).padStart(2, '0')}`

/** All counts for one month, in the format of the account's data download. */
export interface MonthCopy {
  /** `2026-11`, UTC. */
  month: string
  /** Calls that counted against the quota. */
  used: number
  days: DayCount[]
  /** Failed and rejected calls. */
  errors: DayErrors[]
  /** Calls that counted, by key id. Calls from the dashboard have no key and are not included. */
  keys: Record<string, number>
  /** Calls that counted, by caller, client, and day. */
  sources: Source[]
}

/** Returns an account's counts for every month with calls since it was created, newest first. */
export async function copyUsage(accountId: string): Promise<MonthCopy[]> {
  const since = Date.parse((await readProfile(accountId)).created)
  const months = await Promise.all(monthsSince(since, Date.now()).map((month) => copyMonth(accountId, month)))
  return months.filter(({ days }) => days.length > 0)
}

async function copyMonth(accountId: string, month: string): Promise<MonthCopy> {
  const counts = await readCounts(accountId, month)
  const days = daysOf(counts)
  const { used = 0 } = counts
  return { month, used, days, errors: errorsOf(counts), keys: keysOf(counts), sources: sourcesIn(counts, days) }
}

/** Reads all of an account's counts in a month; see `redisKeys`. Sources are not numbers, see `sourcesOf`. */
export async function readCounts(accountId: string, month: string): Promise<Record<string, number>> {
  const { redis } = await store()
  return (await redis.hgetall<Record<string, number>>(redisKeys(accountId).counts(month))) ?? {}
}

function usageOf(month: string, counts: Record<string, number>, plan: PlanId): MonthDays {
  return {
    month,
    plan,
    used: counts.used ?? 0,
    limit: planOf(plan)?.monthlyQuota ?? null,
    resetSeconds: calendarDay(Date.parse(`${month}-01T00:00:00Z`)).monthEndSeconds,
    days: daysOf(counts),
  }
}

async function namedSources(
  accountId: string,
  counts: Record<string, number>,
  keys: readonly KeyDetails[],
): Promise<NamedSource[]> {
  const sources = sourcesIn(counts, daysOf(counts))
  const hasPersons = sources.some(({ caller }) => typeof caller !== 'string' && 'personId' in caller)
  const members = hasPersons ? await readMembers(accountId) : []
  const names = await readNames(members.map(({ personId }) => personId))
  for (const { id, name } of keys) names.set(id, name)
  return sources.map((source) => named(source, names))
}

function sourcesIn(counts: Record<string, number>, days: readonly DayCount[]): Source[] {
  const totals = new Map<number, number>()
  for (const { day, outcome, count } of days) {
    if (outcome === 'ok') totals.set(day, (totals.get(day) ?? 0) + count)
  }
  return sourcesOf(counts, totals)
}

const otherNames = {
  dashboard: 'Dashboard',
  watchlists: 'Watchlists',
  revoked: 'Deleted keys',
  unknown: 'Not by key',
} as const

/** @param names the current names of keys and persons, by id. */
function named({ caller, client, days }: Source, names: ReadonlyMap<string, string>): NamedSource {
  if (typeof caller === 'string') return { id: caller, isKey: false, name: otherNames[caller], client, days }
  const isKey = 'keyId' in caller
  const id = isKey ? caller.keyId : caller.personId
  return { id, isKey, name: names.get(id) ?? (isKey ? `Deleted key ${id}` : 'Previous member'), client, days }
}

function usageByKey(month: string, counts: Record<string, number>, all: KeyDetails[]): UsageByKey {
  const used = keysOf(counts)
  const today = calendarDay(Date.now())
  const keys = all.map(({ id, name, start, end, test, monthlyLimit, dailyLimit, budgets }) => {
    const left = callsLeft(budgets, counts, today.day)
    return {
      id,
      name,
      start,
      end,
      test,
      used: used[id] ?? 0,
      limit: monthlyLimit,
      remaining: left.month,
      dailyLimit,
      dailyRemaining: month === today.month ? left.day : null,
    }
  })
  const live = keys.filter(({ test }) => !test).reduce((sum, key) => sum + key.used, 0)
  return { keys, other: Math.max(0, (counts.used ?? 0) - live) }
}

/** Extracts the daily counts from a month's counts, in order. */
const daysOf = (counts: Record<string, number>): DayCount[] =>
  Object.entries(counts)
    .flatMap(([field, count]) => {
      const [, day, operation = '', outcome = ''] = /^(\d\d):(\w+):(\w+)$/.exec(field) ?? []
      return day && count > 0 ? [{ day: Number(day), operation, outcome, count }] : []
    })
    .sort((a, b) => a.day - b.day)

const isErrorCode = (text: string): text is ErrorCode => (errorCodes as readonly string[]).includes(text)

/** Extracts the daily failed and rejected calls by error code from a month's counts, in order. */
const errorsOf = (counts: Record<string, number>): DayErrors[] =>
  Object.entries(counts)
    .flatMap(([field, count]) => {
      const [, day, code = ''] = /^(\d\d):(\w+)$/.exec(field) ?? []
      return day && isErrorCode(code) && count > 0 ? [{ day: Number(day), code, count }] : []
    })
    .sort((a, b) => a.day - b.day)

/** Extracts the calls that counted from a month's counts, by key id. */
const keysOf = (counts: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(counts).flatMap(([field, count]) =>
      /^key_\w+:used$/.test(field) ? [[field.slice(0, -5), count]] : [],
    ),
  )
