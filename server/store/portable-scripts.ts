import { createHash } from 'node:crypto'
import type { Command } from './transport'

/** A flag specific to Upstash: its libraries put it on every script, and any other Redis refuses it. */
const upstashFlag = /^#!lua flags=allow-key-locking\n/

/**
 * Lets scripts written for Upstash run on any Redis: removes the flag line, and sends the hash of the rest instead of the
 * library's, so that a script costs one round trip from its second call on.
 */
export function portableScripts(): (command: Command) => Command {
  const portableHashes = new Map<string, string>()

  return (command) => {
    const [name, script, ...rest] = command
    if (typeof script !== 'string') return command
    if (String(name).toUpperCase() === 'EVALSHA') return [name, portableHashes.get(script) ?? script, ...rest]
    if (String(name).toUpperCase() !== 'EVAL' || !upstashFlag.test(script)) return command
    const stripped = script.replace(upstashFlag, '')
    portableHashes.set(sha1(script), sha1(stripped))
    return [name, stripped, ...rest]
  }
}

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')
