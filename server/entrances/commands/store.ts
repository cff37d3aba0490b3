import { readEnvFiles } from '../../platform/runtime/env-files'
import { env } from '../../platform/settings/env'
import { type Inspection, openInspection, type StoreNode } from '../../platform/store/inspection'
import { replyText } from '../../platform/store/reply-text'
import { faultOf, faultText, lastingFault } from '../../platform/store/store-advice'
import { type ReadOnlyCommand, readCommand } from './read-only-commands'

const partCommands = 'To read a part of it, use getrange, hscan, sscan, zscan, or lindex.'

/** Redis serves no one else while it copies a value, and this process has to store the value. */
const maxValueBytes = 64 * 2 ** 20

/** Runs a command that only reads, and prints each node's reply. Exits with 1 if a node doesn't reply or rejects it. */
export async function run(words: readonly string[]): Promise<void> {
  const command = readCommand(words)
  if (typeof command === 'string') {
    process.stderr.write(`${command}\n`)
    process.exitCode = 2
    return
  }
  readEnvFiles()
  // An invalid setting is not a fault of the store.
  env()
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

/** Returns why a node can't be reached, and what to do. */
const adviceOn = (reason: string) => faultText({ fault: faultOf(reason), reason, failedNodes: [] }) ?? reason

interface NodeReply {
  name: string
  text: string
  isFault: boolean
}

async function repliesTo(
  { nodes, nodeOf }: Inspection,
  { words, key, isWholeValue }: ReadOnlyCommand,
): Promise<NodeReply[]> {
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
