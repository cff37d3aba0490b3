import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { findProgram } from '@/server/store/system-package'
import { startRedisServer } from '../support/redis'

test('a machine that has only the tools of Redis has a server', async () => {
  const server = await startRedisServer({}, findProgram('redis-check-rdb') ?? 'redis-check-rdb')
  const redis = new Redis(server.url)
  expect(await redis.set('a', 'b')).toBe('OK')
  redis.disconnect()
  await server.stop()
})
