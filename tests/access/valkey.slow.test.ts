import { spawnSync } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { redisName } from '@/server/platform/store/embedded/redis-server'
import { startRedisServer } from '../support/redis'
import { valkeyProgram } from '../support/valkey'
import { withStore } from './environment'
import { accessSuite } from './suite'

const program = valkeyProgram()

if (program) {
  const valkey = await startRedisServer({}, program)
  withStore({ REDIS_URL: valkey.url })
  test('Valkey is version 8 or later', () => {
    expect(spawnSync(program, ['--version'], { argv0: redisName, encoding: 'utf8' }).stdout).toMatch(
      /^Valkey server v=(?:[89]|\d{2})\./,
    )
  })
  accessSuite('Valkey')
  afterAll(() => valkey.stop())
} else {
  test('Valkey is not available on this system', ({ skip }) => skip())
}
