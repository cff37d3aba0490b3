import { env } from '@/server/platform/settings/env'

/** The maximum body size with a key, in bytes: the most lines that an agent may send, at 200 bytes each. */
export const maxAgentBytes = 1024 * 1024

/** The maximum number of messages in one HTTP request. */
export const maxMessages = 10

/** How long a response may take in addition to the upstream deadline, in milliseconds. */
const spareMs = 30_000

/** How long a response may take, in milliseconds. */
export const agentTimeoutMs = (): number => env().UPSTREAM_DEADLINE_MS + spareMs
