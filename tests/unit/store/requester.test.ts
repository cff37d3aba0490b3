import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { portableScripts } from '@/server/platform/store/requester'

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')

test('scripts lose Upstash’s flag, and EVALSHA sends the hash of the rest', () => {
  const portable = portableScripts()
  const flagged = '#!lua flags=allow-key-locking\nreturn 1'
  expect(portable(['EVALSHA', sha1(flagged), 0])).toEqual(['EVALSHA', sha1(flagged), 0])
  expect(portable(['EVAL', flagged, 0])).toEqual(['EVAL', 'return 1', 0])
  expect(portable(['evalsha', sha1(flagged), 1, 'key'])).toEqual(['evalsha', sha1('return 1'), 1, 'key'])
  expect(portable(['EVAL', 'return 2', 0])).toEqual(['EVAL', 'return 2', 0])
  expect(portable(['GET', 'x'])).toEqual(['GET', 'x'])
})
