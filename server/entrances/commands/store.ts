import { readEnvFiles } from '../../platform/runtime/env-files'
import { type Inspection, openInspection, type StoreNode } from '../../platform/store/inspection'
import { replyText } from '../../platform/store/reply-text'
import { faultOf, faultText, lastingFault } from '../../platform/store/store-advice'

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

const partCommands = 'To read a part of it, use getrange, hscan, sscan, zscan, or lindex.'

/** Redis serves no one else while it copies a value, and this process has to store the value. */
const maxValueBytes = 64 * 2 ** 20

/** Redis serves no one else while it examines this many keys or members, about a millisecond. */
const maxScanCount = 10_000

interface Sent {
  words: readonly string[]
  /** Undefined for all nodes. */
  key: string | undefined
  isWholeValue: boolean
}

/** Runs a command that only reads, and prints each node's reply. Exits with 1 if a node doesn't reply or rejects it. */
export async function run(words: readonly string[]): Promise<void> {
  const command = readCommand(words)
  if (typeof command === 'string') {
    process.stderr.write(`${command}\n`)
    process.exitCode = 2
    return
  }
  readEnvFiles()
  const inspection = await openInspection().catch(({ message }: Error) => {
    throw new Error(adviceOn(message))
  })
  const replies = await repliesTo(inspection, command)
  inspection.close()
  if (replies.some(({ isFault }) => isFault)) process.exitCode = 1
  const [{ isFault, text } = { isFault: false, text: '' }] = replies
  if (replies.length > 1) await print(replies.map((one) => `# ${one.name}\n${one.text}\n`).join('\n'))
  else if (isFault) process.stderr.write(`${text}\n`)
  else await print(`${text}\n`)
}

/** Returns the command, or why it isn't run. */
function readCommand(words: readonly string[]): Sent | string {
  const [first = '', second = ''] = words
  const [one, two] = [first.toUpperCase(), `${first} ${second}`.toUpperCase()]
  const isKnown = (name: string) => nodeCommands.has(name) || keyCommands.has(name) || valueCommands.has(name)
  const name = isKnown(two) ? two : one
  if (name === 'KEYS') {
    return 'KEYS is not run: Redis serves no calls while it reads the names of all keys. Use scan 0 match <pattern> count 1000.'
  }
  if (!isKnown(name)) {
    const all = [...nodeCommands, ...keyCommands, ...valueCommands].sort().join(', ')
    return `${name === '' ? 'This' : name} is not run: only commands that read and don't delay calls are. These are ${all}.`
  }
  const count = /^[HSZ]?SCAN$/.test(name) && words[words.findIndex((word) => word.toUpperCase() === 'COUNT') + 1]
  if (Number(count) > maxScanCount)
    return `A count above ${maxScanCount} is not run: Redis serves no calls until it is done.`
  if (nodeCommands.has(name)) return { words, key: undefined, isWholeValue: false }
  const key = words[name === two ? 2 : 1]
  if (key === undefined) return `${name} needs a key.`
  return { words, key, isWholeValue: valueCommands.has(name) }
}

/** Returns why a node can't be reached, and what to do. */
const adviceOn = (reason: string) => faultText({ fault: faultOf(reason), reason, failedNodes: [] }) ?? reason

interface NodeReply {
  name: string
  text: string
  isFault: boolean
}

async function repliesTo({ nodes, nodeOf }: Inspection, { words, key, isWholeValue }: Sent): Promise<NodeReply[]> {
  if (key === undefined) return Promise.all(nodes.map((node) => replyOf(node, words)))
  const node = nodeOf(key)
  const usage = isWholeValue ? await node.send(['MEMORY', 'USAGE', key]).catch(() => null) : null
  const bytes = usage && 'result' in usage ? Number(usage.result) : 0
  if (bytes > maxValueBytes) {
    const size = Math.round(bytes / 2 ** 20)
    const text = `The value has ${size} MB, and Redis serves no calls while it copies it. ${partCommands}`
    return [{ name: node.name, text, isFault: true }]
  }
  return [await replyOf(node, words)]
}

async function replyOf({ name, send }: StoreNode, words: readonly string[]): Promise<NodeReply> {
  try {
    const reply = await send(words)
    if ('error' in reply) return { name, text: lastingFault(reply.error) ?? `(error) ${reply.error}`, isFault: true }
    return { name, text: replyText(reply.result), isFault: false }
  } catch (error) {
    return { name, text: adviceOn((error as Error).message), isFault: true }
  }
}

/** Prints to standard output, and resolves once the reader has everything, or has stopped reading. */
function print(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.on('error', () => resolve())
    process.stdout.write(text, () => resolve())
  })
}
