/** Commands that only read, that Redis completes at once, and that go to every node. */
const nodeCommands = new Set([
  ...['PING', 'TIME', 'ROLE', 'INFO', 'DBSIZE', 'LASTSAVE', 'SCAN', 'CONFIG GET', 'SLOWLOG GET', 'SLOWLOG LEN'],
  ...['LATENCY LATEST', 'LATENCY HISTORY', 'LATENCY DOCTOR', 'MEMORY STATS', 'MEMORY DOCTOR', 'CLIENT LIST'],
  ...['CLUSTER INFO', 'CLUSTER NODES', 'CLUSTER SLOTS', 'CLUSTER SHARDS', 'ACL WHOAMI'],
])

/** The same for commands whose first argument is a key, which go to the node with that key. */
const keyCommands = new Set([
  ...['TYPE', 'EXISTS', 'TTL', 'PTTL', 'STRLEN', 'GETRANGE', 'HLEN', 'HGET', 'HMGET', 'HEXISTS', 'HSCAN', 'LLEN'],
  ...['LINDEX', 'SCARD', 'SISMEMBER', 'SSCAN', 'ZCARD', 'ZCOUNT', 'ZSCORE', 'ZSCAN', 'MEMORY USAGE'],
  ...['OBJECT ENCODING', 'OBJECT IDLETIME'],
])

/** The same for commands that can return the whole value of a key. */
const valueCommands = new Set(['GET', 'HGETALL', 'HKEYS', 'LRANGE', 'SMEMBERS', 'ZRANGE'])

/** All of them. */
export const readOnlyCommands: readonly string[] = [...nodeCommands, ...keyCommands, ...valueCommands].sort()

/** Redis serves no one else while it examines this many keys or members, about a millisecond. */
const maxScanCount = 10_000

/** A command that is safe to run. */
export interface ReadOnlyCommand {
  words: readonly string[]
  /** Undefined for all nodes. */
  key: string | undefined
  isWholeValue: boolean
}

/** Checks a command, in words as typed. Returns it, or the reason why it isn't run. */
export function readCommand(words: readonly string[]): ReadOnlyCommand | string {
  const [first = '', second = ''] = words
  const [one, two] = [first.toUpperCase(), `${first} ${second}`.toUpperCase()]
  const isKnown = (name: string) => readOnlyCommands.includes(name)
  const name = isKnown(two) ? two : one
  if (name === 'KEYS') {
    return 'KEYS is not run: Redis serves no calls while it reads the names of all keys. Use scan 0 match <pattern> count 1000.'
  }
  if (!isKnown(name)) {
    const full = readOnlyCommands.some((known) => known.startsWith(`${one} `)) ? two.trim() : one
    return `${full || 'This'} is not run: only commands that read and don't delay calls are. These are ${readOnlyCommands.join(', ')}.`
  }
  const count = /^[HSZ]?SCAN$/.test(name) && words[words.findIndex((word) => word.toUpperCase() === 'COUNT') + 1]
  if (Number(count) > maxScanCount)
    return `A count above ${maxScanCount} is not run: Redis serves no calls until it is done.`
  if (nodeCommands.has(name)) return { words, key: undefined, isWholeValue: false }
  const key = words[name === two ? 2 : 1]
  if (key === undefined) return `${name} needs a key.`
  return { words, key, isWholeValue: valueCommands.has(name) }
}
