import { formatCalls } from '@/components/format/number'
import type { Outputs } from '@/components/trpc/client'

export type ApiKey = Outputs['keys']['list'][number]

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/**
 * Describes a time relative to now: "3 days ago", "in 2 hours", "now" within a minute. Both times are in epoch seconds.
 */
export function fromNow(momentSeconds: number, nowSeconds: number): string {
  const distance = momentSeconds - nowSeconds
  const [unit, length] = units.find(([, length]) => Math.abs(distance) >= length) ?? ['minute', 60]
  const steps = Math.trunc(distance / length)
  return steps === 0 ? 'now' : relative.format(steps, unit)
}

/** The latest time that a Date can represent, in seconds. */
const lastSecond = 8_640_000_000_000

/** Formats a local day: "Nov 20, 2026". */
export const dayWords = (seconds: number): string => day.format(Math.min(seconds, lastSecond) * 1000)

/** Returns whether a key never expires, expires later, expires soon (within a week), or has expired. */
export function endOf({ expires }: Pick<ApiKey, 'expires'>, nowSeconds: number): 'never' | 'later' | 'soon' | 'over' {
  if (expires === null) return 'never'
  if (expires <= nowSeconds) return 'over'
  return expires - nowSeconds <= 7 * 86_400 ? 'soon' : 'later'
}

/** Returns when a key expires: "Never", "Jan 5, 2027", "In 2 days", "Expired yesterday". */
export function expiryWords(key: Pick<ApiKey, 'expires'>, nowSeconds: number): string {
  const { expires } = key
  if (expires === null) return 'Never'
  const end = endOf(key, nowSeconds)
  if (end === 'later') return dayWords(expires)
  const when = fromNow(expires, nowSeconds)
  if (end === 'over') return `Expired ${when === 'now' ? 'just now' : when}`
  return when === 'now' ? 'Within a minute' : capitalized(when)
}

/** Returns when a key was last used: "Just now", "2 hours ago", "Never". */
export function lastUsedWords({ lastUsed }: Pick<ApiKey, 'lastUsed'>, nowSeconds: number): string {
  if (lastUsed === null) return 'Never'
  const ago = fromNow(lastUsed, nowSeconds)
  return ago === 'now' ? 'Just now' : capitalized(ago)
}

/** Returns when a key was last used and how many times this month, in a sentence. */
export function usedWords(key: Pick<ApiKey, 'lastUsed' | 'callsThisMonth'>, nowSeconds: number) {
  if (key.lastUsed === null) return 'Not used yet'
  const ago = fromNow(key.lastUsed, nowSeconds)
  return `Last used ${ago === 'now' ? 'just now' : ago}, ${formatCalls(key.callsThisMonth)} this month`
}

/**
 * Returns a key's monthly call limit: its own or the plan's, whichever is smaller.
 * @param quota the plan's; null if there is none or it is not known yet.
 * @returns null if nothing limits the key.
 */
export function monthlyMost(
  { monthlyLimit, test }: Pick<ApiKey, 'monthlyLimit' | 'test'>,
  quota: number | null,
): number | null {
  if (test) return null
  if (monthlyLimit === null || quota === null) return monthlyLimit ?? quota
  return Math.min(monthlyLimit, quota)
}

/**
 * Returns the calls that a key has left if other keys' calls also count against one of its limits, so that fewer are left than
 * its own calls suggest; otherwise null.
 * @param left calls left under the limits of the key and the keys that it was created with; null if none has a limit.
 */
export const sharedLeft = (used: number, limit: number | null, left: number | null): number | null =>
  left !== null && (limit === null || left < Math.max(0, limit - used)) ? left : null

/**
 * Describes a key's limits other than operations and calls a month: "50 calls per day", "20 calls per 10 seconds",
 * "From 2 addresses".
 */
export const otherLimitsWords = ({
  dailyLimit,
  burstLimit,
  addresses,
}: Pick<ApiKey, 'dailyLimit' | 'burstLimit' | 'addresses'>): string[] => [
  ...(dailyLimit === null ? [] : [`${formatCalls(dailyLimit)} per day`]),
  ...(burstLimit === null ? [] : [`${formatCalls(burstLimit)} per 10 seconds`]),
  ...(addresses === null ? [] : [`From ${addresses.length === 1 ? addresses[0] : `${addresses.length} addresses`}`]),
]

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export type Operation = NonNullable<ApiKey['operations']>[number]

/** The label and the path of each operation that a key may be allowed to call. */
const words: Record<Operation, readonly [words: string, path: string]> = {
  resolve: ['Resolve', 'POST /api/resolve'],
  search: ['Search', 'POST /api/search'],
  convert: ['Convert', 'POST /api/convert'],
  usage: ['Usage', 'GET /api/usage'],
  keys: ['Manage keys', '/api/keys'],
  callbacks: ['Manage callbacks', '/api/callbacks'],
}

export const operationChoices = (Object.keys(words) as Operation[]).map((operation) => {
  const [label, path] = words[operation]
  return { operation, label, path }
})

export const allOperations: readonly Operation[] = operationChoices.map(({ operation }) => operation)

/** The operations that a key may call by default; managing keys or callbacks is always opt-in. */
export const usualOperations = allOperations.filter((operation) => operation !== 'keys' && operation !== 'callbacks')

/** Lists a key's operations: "All", "Resolve, Search". */
export const operationWords = (operations: ApiKey['operations']): string =>
  operations === null
    ? 'All'
    : operationChoices
        .filter(({ operation }) => operations.includes(operation))
        .map(({ label }) => label)
        .join(', ')

/** The keys before and after a key in a rotation. */
export interface Replacement {
  /** The key that this key replaced. */
  replaces: ApiKey | undefined
  /** The key that replaced this key; the newest key if this key was rotated twice. */
  replacedBy: ApiKey | undefined
}

/** Finds the key that a key replaced and the key that replaced it. */
export function replacementOf(key: ApiKey, keys: readonly ApiKey[]): Replacement {
  const successors = keys.filter(({ replaces }) => replaces === key.id)
  return {
    replaces: keys.find(({ id }) => id === key.replaces),
    replacedBy: successors.sort((a, b) => b.created - a.created)[0],
  }
}

/** Describes when a replaced key ends: "ends in 23 hours", "ended 2 days ago". */
export function endingWords({ expires }: Pick<ApiKey, 'expires'>, nowSeconds: number): string | null {
  if (expires === null) return null
  const when = fromNow(expires, nowSeconds)
  if (endOf({ expires }, nowSeconds) === 'over') return `ended ${when === 'now' ? 'just now' : when}`
  return `ends ${when === 'now' ? 'within a minute' : when}`
}

/** A filter is shown if there are more keys than this. */
export const fewKeys = 8

/** Returns the keys whose name, start, or end contains a string, ignoring case. A complete key matches itself. */
export function filterKeys<Key extends Pick<ApiKey, 'name' | 'start' | 'end'>>(
  keys: readonly Key[],
  text: string,
): Key[] {
  const query = text
    .trim()
    .replace(/…$/, '')
    .replace(/^pr_(?:live|test)_…/, '')
  const lower = query.toLowerCase()
  return keys.filter(
    ({ name, start, end }) =>
      name.toLowerCase().includes(lower) ||
      start.toLowerCase().includes(lower) ||
      end?.toLowerCase().includes(lower) ||
      (query.startsWith(start) && (query.length < wholeKey || !end || query.endsWith(end))),
  )
}

/** The length of a key in characters. */
const wholeKey = 52

/** The filters for keys. */
export const keyChips = ['Unused 90 days', 'Expiring', 'Test', 'Limited'] as const
export type KeyChip = (typeof keyChips)[number]

const unusedSeconds = 90 * 86_400

/** Whether a key matches a chip. `Expiring`: within a week, or expired. */
export function hasChip(key: ApiKey, chip: KeyChip, nowSeconds: number): boolean {
  switch (chip) {
    case 'Unused 90 days':
      return (key.lastUsed ?? key.created) <= nowSeconds - unusedSeconds
    case 'Expiring':
      return ['soon', 'over'].includes(endOf(key, nowSeconds))
    case 'Test':
      return key.test
    case 'Limited':
      return [key.operations, key.monthlyLimit, key.dailyLimit, key.burstLimit, key.addresses].some(
        (limit) => limit !== null,
      )
  }
}

/** The sort order of keys. */
export interface KeySort {
  by: 'name' | 'created' | 'used' | 'calls'
  direction: 'ascending' | 'descending'
}

/** Returns the sort order after a click on a column: names start with A, everything else with the newest or most. */
export function nextSort(sort: KeySort, by: KeySort['by']): KeySort {
  if (sort.by !== by) return { by, direction: by === 'name' ? 'ascending' : 'descending' }
  return { by, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' }
}

/** Sorts keys. Ties are sorted newest first. */
export function sortKeys(keys: readonly ApiKey[], { by, direction }: KeySort): ApiKey[] {
  const sign = direction === 'ascending' ? 1 : -1
  const compare = {
    name: (a: ApiKey, b: ApiKey) => a.name.localeCompare(b.name, 'en', { numeric: true }),
    created: (a: ApiKey, b: ApiKey) => a.created - b.created,
    used: (a: ApiKey, b: ApiKey) => (a.lastUsed ?? 0) - (b.lastUsed ?? 0),
    calls: (a: ApiKey, b: ApiKey) => a.callsThisMonth - b.callsThisMonth,
  }[by]
  return [...keys].sort((a, b) => sign * compare(a, b))
}
