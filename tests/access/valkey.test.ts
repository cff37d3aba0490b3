import { afterAll, describe } from 'vitest'
import { findProgram } from '@/server/store/system-package'
import { startRedisServer } from '../servers/redis'
import { withStore } from './environment'
import { accessSuite } from './suite'

const program = findProgram('valkey-server')

// Debian has Valkey from its 13th release on; where it is missing there is nothing to compare.
describe.runIf(program)('Valkey', async () => {
  const valkey = await startRedisServer({}, program ?? '')
  withStore({ REDIS_URL: valkey.url })
  accessSuite('Valkey')
  afterAll(() => valkey.stop())
})
