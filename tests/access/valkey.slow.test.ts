import { afterAll, test } from 'vitest'
import { findProgram } from '@/server/platform/store/embedded/system-package'
import { startRedisServer } from '../support/redis'
import { withStore } from './environment'
import { accessSuite } from './suite'

const program = findProgram('valkey-server')

// Debian has included Valkey since release 13.
if (program) {
  const valkey = await startRedisServer({}, program)
  withStore({ REDIS_URL: valkey.url })
  accessSuite('Valkey')
  afterAll(() => valkey.stop())
} else {
  test('Valkey is not installed on this machine', ({ skip }) => skip())
}
