import { type CalendarDay, calendarDay } from '@/server/access/calendar'
import { answersOfDay, answersOfMonth, type CountsHash, callsOf, dayMs, durationBounds } from './counts'
import { addLater } from './write-counts'

/**
 * Counts calls in the totals of all accounts and visitors, with the outcomes of an account's usage: `ok`: counted; `failed`:
 * refunded; `rejected`: over a quota or a limit. Only increments in memory, because it runs in every call.
 * @param startedMs when the calls arrived, epoch milliseconds.
 */
export function countCalls(
  operation: string,
  outcome: 'ok' | 'failed' | 'rejected',
  startedMs: number,
  calls: number,
): void {
  addLater(hashesAt(startedMs).calls, `${operation}:${outcome}`, calls)
}

/** The lookups. They do not include documents, health, sign-in, calls from other services, and background batches. */
const lookups: ReadonlySet<string> = new Set(['resolve', 'search', 'convert', 'batch'])

const hourMs = 3_600_000

/** The status of a call whose caller disconnected before the response. */
const leftStatus = 499

/** The facts about a response that `countAnswer` needs. */
interface ResponseFacts {
  operation: string
  status: number
  code: string | null
  /** Whether the input caused the failure, regardless of the status: for example, a link that leads to no listing. */
  isOfInput: boolean
  /** When the call arrived, epoch milliseconds. */
  startedMs: number
  durationMs: number
  /** How long the store took to admit it; null if the store was not called. */
  storeMs: number | null
  /** How long the lookup took, with its short links and calls to Google; null if nothing was looked up. */
  upstreamMs: number | null
}

/** The error codes of calls that fail because of short links or Google. */
const upstreamCodes: ReadonlySet<string | null> = new Set([
  'upstream_unavailable',
  'upstream_blocked',
  'link_unreachable',
])

/** Counts a response for the status page. Only increments in memory. */
export function countAnswer(facts: ResponseFacts): void {
  const { operation, status, code, isOfInput, startedMs, durationMs, upstreamMs } = facts
  if (!isLookup(facts) || status === leftStatus) return
  const { today, ofMonth, ofDay } = hashesAt(startedMs)
  const hour = Math.floor((startedMs % dayMs) / hourMs)
  const isUnanswered = upstreamCodes.has(code) && !isOfInput
  // A failure of Google or short links is not Pinref's: it counts as neither answered nor failed here, but separately below.
  if (!isUnanswered) addLater(ofMonth, `${today.day}:${status >= 500 && !isOfInput ? 'failed' : 'ok'}`)
  // A rejection is quick, and a batch takes as long as its slowest item.
  if (status < 400 && operation !== 'batch') {
    addLater(ofDay, `${hour}:${boundOf(durationMs)}`)
    addLater(ofDay, `${hour}:own:${boundOf(durationMs - (upstreamMs ?? 0))}`)
  }
  if (upstreamMs !== null || isUnanswered) addLater(ofDay, `${hour}:asked`)
  if (isUnanswered) addLater(ofDay, `${hour}:unanswered`)
}

const boundOf = (ms: number) => durationBounds.find((bound) => ms <= bound) ?? 'more'

/** A call from our own pages is a lookup if the store had to admit it. */
const isLookup = ({ operation, storeMs }: ResponseFacts) =>
  lookups.has(operation) || (operation === 'trpc' && storeMs !== null)

/** The hashes that calls of one day are counted in. */
interface HashesOfDay {
  today: CalendarDay
  calls: CountsHash
  ofMonth: CountsHash
  ofDay: CountsHash
}

let cached: HashesOfDay | undefined

/** Returns the hashes of the day of a time. Cached for the day, because every call needs them. */
function hashesAt(timeMs: number): HashesOfDay {
  const today = calendarDay(timeMs)
  if (cached?.today !== today) {
    const { month, day } = today
    cached = { today, calls: callsOf(month), ofMonth: answersOfMonth(month), ofDay: answersOfDay(`${month}-${day}`) }
  }
  return cached
}
