import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { portableScripts } from '@/server/store/portable-scripts'
import type { Command } from '@/server/store/transport'

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')

test("Upstash's flag is taken from scripts, and their hashes follow", async () => {
  const sent: Command[] = []
  const transport = portableScripts({
    send: async (commands) => {
      sent.push(...commands)
      return commands.map(() => ({ result: 1 }))
    },
    close: async () => {},
  })
  const flagged = '#!lua flags=allow-key-locking\nreturn 1'
  await transport.send([['EVALSHA', sha1(flagged), 0]])
  await transport.send([['EVAL', flagged, 0]])
  await transport.send([['evalsha', sha1(flagged), 1, 'key']])
  await transport.send([
    ['EVAL', 'return 2', 0],
    ['GET', 'x'],
  ])
  expect(sent).toEqual([
    ['EVALSHA', sha1(flagged), 0],
    ['EVAL', 'return 1', 0],
    ['evalsha', sha1('return 1'), 1, 'key'],
    ['EVAL', 'return 2', 0],
    ['GET', 'x'],
  ])
})
