import type { NodeFault, StoreFault, StorePolicy, StoreProbe, StoreWarning } from './state-names'

/*
 * What the operator reads about the store, in the log, on the operator page, and in commands: what is wrong, why, and
 * what to do.
 */

/**
 * The patterns for replies and errors that indicate each fault. Any other reply or error means that the store cannot be
 * reached.
 */
const signs: ReadonlyArray<readonly [StoreFault, RegExp]> = [
  ['unauthorized', /^(?:NOAUTH|WRONGPASS|NOPERM)\b|^ERR (?:invalid password|AUTH )|endpoint answered 40[13]$/],
  ['disk_full', /No space left on device|Disk quota exceeded/i],
  ['full', /^OOM\b|max(?:imum)? (?:database|db) size|capacity quota/i],
  ['read_only', /^(?:READONLY|MISCONF|NOREPLICAS)\b/],
]

/** Returns the fault that a reply or error indicates. */
export const faultOf = (reason: string): StoreFault => signs.find(([, sign]) => sign.test(reason))?.[0] ?? 'unreachable'

/**
 * Returns the message for the operator about a fault that retrying cannot fix; null for any other fault.
 * @param reason the result of `reasonOf`, or another error's message.
 */
export function lastingFault(reason: string): string | null {
  const text = adviceIn(lasting, reason)
  return text === null ? null : withReason(text, reason)
}

type Advice = ReadonlyArray<readonly [sign: RegExp, text: string]>

const adviceIn = (all: Advice, reason: string): string | null => all.find(([sign]) => sign.test(reason))?.[1] ?? null

const withReason = (text: string, reason: string) => `${text} (${withoutPeriod(reason)}).`

const withoutPeriod = (reason: string) => reason.replace(/\.$/, '')

const lasting: Advice = [
  [/^NOAUTH\b/, 'The store requires a password. Add the password to REDIS_URL, as in redis://:<password>@<host>:6379'],
  [/^(?:WRONGPASS\b|ERR invalid password|ERR AUTH )/, 'The store rejects the user or the password in REDIS_URL'],
  [/\bNOPERM\b/, 'The user in REDIS_URL lacks a permission in the store; see docs/operations.md for the required rule'],
  [/endpoint answered 40[13]$/, 'The store rejects UPSTASH_REDIS_REST_TOKEN'],
  [/\bDB index\b/, 'The store does not have the database in REDIS_URL'],
  [
    /self[- ]signed certificate|unable to (?:verify|get)\b.*\bcertificate/i,
    "The store's certificate is signed by an unknown authority. Set NODE_EXTRA_CA_CERTS to a file with that authority's " +
      'certificate',
  ],
  [
    /\balert (?:certificate required|handshake failure)/i,
    'The store requires a client certificate, which Pinref does not send',
  ],
  [/\bcertificate\b/i, "The store's certificate is not valid for this connection"],
]

/**
 * Returns why the store can't serve calls, or can't serve all of them, and what to do about it; null if it serves all
 * calls.
 */
export function faultText({ fault, reason, failedNodes }: StoreProbe): string | null {
  if (fault === null) return failedNodes.length > 0 ? partialText(failedNodes) : null
  if (fault === 'preparing') return preparingText
  const cause = reason ?? fault
  if (fault === 'replaced') return `Pinref rejects this store, so calls fail: ${cause}.`
  return lastingFault(cause) ?? withReason(adviceIn(passing, cause) ?? faultTexts[fault], cause)
}

const preparingText =
  'The store is being prepared: Pinref upgrades its layout and checks the secrets. Calls fail until that is done.'

/** Advice about faults that can end without a new start. */
const passing: Advice = [
  [/^READONLY\b/, 'The store is a read-only replica. Set REDIS_URL to its primary, or promote it'],
  [/^NOREPLICAS\b/, 'The store rejects writes, because it has too few replicas. Start its replicas'],
  [
    /^MISCONF\b(?!.*(?:No space|quota))/i,
    "The store rejects writes, because it can't save its data. Its log has the reason, often a full disk. Once that is " +
      'fixed, run BGSAVE',
  ],
  [
    /^CLUSTERDOWN\b/,
    'The Redis Cluster is down, because no node serves some of its slots. Start the nodes that are missing',
  ],
  [/^LOADING\b/, 'The store is still reading its data. Wait until it has finished'],
  [/max number of clients/, 'The store has too many connections. Raise its maxclients'],
  [
    /\.sock$/,
    'The embedded Redis is not running. A running server starts it again; if that fails, see redis/redis.log in DATA_DIR',
  ],
  [
    /is not responding$|did not respond within/,
    'The store does not respond. Check whether it is overloaded, paused, or cut off by the network',
  ],
]

const faultTexts: Readonly<Record<Exclude<StoreFault, 'replaced' | 'preparing'>, string>> = {
  unauthorized: 'The store rejects the password or token in the settings, or the user lacks permissions',
  unreachable: "The store can't be reached. Check the store's address, the network, and whether the store is running",
  disk_full:
    "The store can't write, because its disk is full. Free up space there; calls then work again without a restart",
  read_only: 'The store rejects writes. Its log has the reason',
  full: 'The store is out of memory. Raise its maxmemory or upgrade its plan',
}

const partialText = (nodes: readonly NodeFault[]) =>
  `A part of the cluster can't serve calls: ${nodes.map(({ node, reason }) => `${node} (${withoutPeriod(reason)})`).join(', ')}. ` +
  'Calls from accounts in this part fail; all others are served. Start these nodes again, or let a replica take over.'

/** The log's text once the store can serve all calls again. */
export const recoveredText = 'The store accepts writes again, so calls are served.'

/** Returns a warning's explanation and what to do about the problem. */
export function warningText(warning: StoreWarning, { eviction }: StorePolicy): string {
  if (warning === 'no_store_id') {
    return 'After a restart, Pinref would accept an emptied or different store, because nothing says which store is the right one. Set STORE_ID.'
  }
  if (warning === 'no_append_only_file') {
    return 'The store has no append-only file. If the store stops, the latest accounts, keys, and counts are lost. Set appendonly to yes.'
  }
  return (
    `When its memory is full, the store deletes data, including accounts and keys (maxmemory-policy ${eviction}). ` +
    'Set maxmemory-policy to noeviction.'
  )
}
