import { defineScript } from '@/server/platform/store/script'
import { flag, integer, list, oneOf, optional, outcomes, record, text } from '@/server/platform/store/script-values'
import accountRules from './account-rules.lua'
import admissionLua from './admission.lua'
import budgets from './budgets.lua'
import { keepCountsSeconds } from './calendar'
import findKey from './find-key.lua'
import { keyOperations } from './key-limits'
import { limits, planLimits } from './limits'
import memberRules from './member-rules.lua'
import { countedSeconds } from './refund'
import refundLua from './refund-calls.lua'
import { maxSources } from './sources'
import sources from './sources.lua'
import values from './values.lua'

/** Budgets with their usage; a limit of -1 means no limit. */
const budgetUses = list(record({ id: text, limit: integer, used: integer, dailyLimit: integer, usedInDay: integer }))

/**
 * What calls are counted with: the hashes under which the key may be stored, the signed-in person if there is no key, and
 * the day of the month.
 */
const countedWith = { day: text, isTest: flag, hashes: list(text), personId: optional(text) }

/**
 * Admission: finds the key, checks the caller's address, the operation, the burst, the day's failures, the month of the
 * key and its ancestors, the plan's month, and the day of the key and its ancestors, in this order, then counts the calls
 * and records the use. A single script ensures that no two calls see the same count and that only one round trip is
 * needed. A signed-in person's role is checked here again, so a member who was just removed makes no more calls. If the
 * store runs the script too late, nothing is counted. Stores such as Upstash charge for each command in a script, so one
 * command reads all of a month's counts and another writes them. Any number of calls takes six commands, plus one for the
 * first call of a month, and one for a key's first call of a day. A key stored under another pepper is moved to the
 * current one.
 *
 * Calls are counted as if they were made one after another. Calls with a test key do not count against the plan and have
 * their own burst. `usage`, `key`, and `keys` are not lookups and count only against the burst. With no calls, the script
 * only looks up the key and checks whether its burst is used up.
 */
export const admitCalls = defineScript({
  name: 'admit-calls',
  keys: ['members', 'profile', 'apiKeys', 'counts', 'callIds'],
  args: {
    ...countedWith,
    /** Epoch seconds. */
    now: integer,
    pepper: text,
    addressBits: text,
    /** The roles that may make a signed-in person's calls; see `member-rules.lua`. */
    roles: text,
    /** The number of the burst window. */
    window: integer,
    calls: list(record({ operation: text, asksUpstream: flag, callId: text })),
  },
  constants: () => ({ burstMax: limits.burst.max, countedSeconds, keepCountsSeconds, keyOperations, maxSources }),
  includes: [findKey, values, budgets, planLimits, accountRules, memberRules, sources],
  returns: outcomes({
    /** No call was counted. */
    refused: { reason: oneOf('unknown', 'gone', 'member', 'role', 'suspended', 'address', 'burst') },
    counted: {
      /** The plan's calls per month, -1 for no limit, and how many are used. */
      limit: integer,
      used: integer,
      budgets: budgetUses,
      /** Null for a signed-in user. */
      keyId: optional(text),
      /** The operations that the key may call; null if it has no such limit. */
      operations: optional(list(text)),
      /** Whether the key's owner is waiting for its first call. */
      isAwaited: flag,
      /** -1 for no limit. */
      keyBurstLimit: integer,
      /** For each call, whether it was admitted, or why not. */
      states: list(
        oneOf('admitted', 'operation', 'burst', 'key_burst', 'failures', 'key_quota', 'quota', 'key_daily_quota'),
      ),
      /** What the calls were counted for; null for none. See `sources.ts`. */
      source: optional(text),
    },
  }),
  lua: admissionLua,
  isTimely: true,
})

/**
 * Removes calls from the month's counts. Each call is removed only if it was counted, and only once, no matter how many
 * times the refund is tried. Removed calls still count against the burst; otherwise failing calls would be unlimited.
 * Each removed call is counted by its error's code, and calls that reached an upstream are added to the day's failures. A
 * key that has been revoked since is among the revoked keys, so its ancestors get the same refund. The calls are in
 * admission order.
 */
export const refundCalls = defineScript({
  name: 'refund-calls',
  keys: ['members', 'apiKeys', 'revokedKeys', 'counts', 'callIds'],
  args: {
    ...countedWith,
    calls: list(record({ operation: text, askedUpstream: flag, callId: text, code: text })),
    /** As returned by admission; `none` for none, omitted if unknown. */
    source: optional(text),
  },
  constants: { maxSources },
  includes: [findKey, values, budgets, sources],
  returns: record({ refunded: integer, used: integer, budgets: budgetUses }),
  lua: refundLua,
})
