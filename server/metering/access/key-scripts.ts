import { integer, optional, outcomes, text } from '@/server/platform/store/script-values'
import addKeyLua from './add-key.lua'
import changeKeyLua from './change-key.lua'
import grantRules from './grant-rules.lua'
import { maxAncestors } from './key-budgets'
import readKeys from './key-entries.lua'
import { commonOperations, countedLimits } from './key-limits'
import { limits } from './limits'
import { defineMemberScript } from './member-script'
import revokeKeyLua from './revoke-key.lua'
import roomForKey from './room-for-key.lua'
import rotateKeyLua from './rotate-key.lua'
import { maxSources } from './sources'
import sources from './sources.lua'
import values from './values.lua'

/** The stored fields of a key's limits, and its client. */
const limitFields = ['operations', 'monthlyLimit', 'dailyLimit', 'burstLimit', 'addresses', 'ranges', 'client'] as const

const keysMade = { maxMade: limits.keysMade.max, madeWithinSeconds: limits.keysMade.windowSeconds }

/** The outcome of a change to an account's keys. Only `done` means that something changed. */
const keyChange = outcomes({
  /** The key's id, and its name before the change. */
  done: { id: text, name: text },
  unknown: {},
  suspended: {},
  too_many: {},
  /** How long until another key may be created. */
  too_often: { seconds: integer },
  /** A test key cannot have this limit. */
  uncounted: { field: text },
  // Only for a change made by another key.
  revoked: {},
  not_allowed: {},
  exceeds: {},
  beyond: { field: text },
  too_deep: {},
  other: {},
  in_use: { id: text },
})

export type KeyChangeOutcome = ReturnType<typeof keyChange.decode>

/**
 * Adds a key. If another key creates it, omitted settings are copied from that key, whose access it cannot exceed.
 * Because a key's text may have been lost in transit, a repeated request replaces the key that the first request
 * created, unless a call with that key has been received.
 */
export const addKey = defineMemberScript({
  name: 'add-key',
  keys: ['profile', 'apiKeys', 'keysMade'],
  args: {
    hash: text,
    keyJson: text,
    maxKeys: integer,
    granterId: optional(text),
    /** Digests of the request's `Idempotency-Key` and of its settings. */
    mark: optional(text),
    asked: optional(text),
    /** A key created earlier is not replaced, epoch seconds. */
    since: integer,
  },
  constants: { ...keysMade, limitFields, commonOperations, countedLimits, maxAncestors },
  includes: [readKeys, values, grantRules, roomForKey],
  returns: keyChange,
  lua: addKeyLua,
})

/**
 * Changes a key's name, limits, and expiry. If another key makes the change, the changed key must not exceed that key's
 * access before or after the change.
 */
export const changeKey = defineMemberScript({
  name: 'change-key',
  keys: ['apiKeys'],
  args: { id: text, granterId: optional(text), changesJson: text },
  constants: { limitFields, commonOperations, countedLimits },
  includes: [readKeys, values, grantRules],
  returns: keyChange,
  lua: changeKeyLua,
})

/** How long revoked keys are remembered. */
const revokedSeconds = 7 * 86_400

/** Revokes a key. If another key does so, the revoked key must not exceed that key's access. */
export const revokeKey = defineMemberScript({
  name: 'revoke-key',
  keys: ['apiKeys', 'counts', 'errors', 'revokedKeys', 'firstCalls'],
  args: { id: text, granterId: optional(text), now: integer, maxRevoked: integer },
  constants: { revokedSeconds, commonOperations, countedLimits, maxSources },
  includes: [readKeys, values, grantRules, sources],
  returns: keyChange,
  lua: revokeKeyLua,
})

/** Adds a key that shares another key's name, limits, and budgets, and sets when the other key expires. */
export const rotateKey = defineMemberScript({
  name: 'rotate-key',
  keys: ['profile', 'apiKeys', 'keysMade'],
  args: { id: text, ends: integer, hash: text, keyJson: text, maxKeys: integer },
  constants: { ...keysMade, limitFields },
  includes: [readKeys, roomForKey],
  returns: keyChange,
  lua: rotateKeyLua,
})
