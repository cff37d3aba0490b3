import { keyHashes } from '@/server/metering/access/api-key'
import findKey from '@/server/metering/access/find-key.lua'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { afterResponse } from '@/server/platform/runtime/after-answer'
import { defineScript } from '@/server/platform/store/script'
import { flag, integer, list, text } from '@/server/platform/store/script-values'
import { store } from '@/server/platform/store/store'
import addLua from './add-first-call.lua'

/** A key's first call, for the person watching the page where the key was created. */
export interface FirstCall {
  /** Epoch milliseconds. */
  at: number
  operation: string
  status: number
  durationMs: number
  /** The caller's IP address. */
  address: string
  /** The name of the listing that the call found; null if it found none. */
  title: string | null
}

/** How long the call is stored, including the listing's name and the caller's address. */
const keepSeconds = 600
const longestTitle = 120

/**
 * Stores the call if a page is still waiting for it, and ends the wait. Removes other keys' expired calls, because a
 * hash's fields do not expire by themselves.
 */
const add = defineScript({
  name: 'add-first-call',
  keys: ['apiKeys', 'firstCalls'],
  args: {
    hashes: list(text),
    /** Earlier calls are removed, epoch milliseconds. */
    oldest: integer,
    /** A \`FirstCall\` as JSON. */
    call: text,
  },
  constants: { keepSeconds },
  includes: [findKey],
  returns: flag,
  lua: addLua,
})

/** Keys whose call is being stored, so their other calls in progress do not use the store. */
const recorded = new Set<string>()
const rememberedMs = 5_000

/**
 * Stores a finished call in the background, because its admission showed that a page is waiting for it. Never throws.
 * @param answer the response.
 */
export function recordFirstCall(
  accountId: string,
  apiKey: string,
  call: Omit<FirstCall, 'at' | 'title'>,
  answer: unknown,
) {
  if (recorded.has(apiKey)) return
  recorded.add(apiKey)
  setTimeout(() => recorded.delete(apiKey), rememberedMs).unref()
  const at = Date.now()
  const durationMs = Math.round(call.durationMs)
  const facts: FirstCall = { ...call, durationMs, at, title: titleOf(answer) }
  const args = { hashes: keyHashes(apiKey), oldest: at - keepSeconds * 1_000, call: JSON.stringify(facts) }
  afterResponse(add(redisKeys(accountId), args))
}

/** Returns the name of the first listing in a response. */
function titleOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null
  const { title, results } = answer as { title?: unknown; results?: unknown }
  if (typeof title === 'string') return title.slice(0, longestTitle)
  if (!Array.isArray(results)) return null
  const [first] = results
  return titleOf(first?.result ?? first)
}

/**
 * Returns a key's first call if it was made in the last few minutes; null otherwise. @throws PinrefError
 * `store_unavailable`.
 */
export async function readFirstCall(accountId: string, keyId: string): Promise<FirstCall | null> {
  const { redis } = await store()
  const found = await redis.hget<FirstCall>(redisKeys(accountId).firstCalls, keyId)
  return found && found.at > Date.now() - keepSeconds * 1_000 ? found : null
}
