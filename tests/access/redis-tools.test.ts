import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { findProgram } from '@/server/platform/store/embedded/system-package'
import { startRedisServer } from '../support/redis'

test('redis-check-rdb starts a Redis server, so Pinref needs only the Redis tools', async () => {
  const server = await startRedisServer({}, findProgram('redis-check-rdb') ?? 'redis-check-rdb')
  const redis = new Redis(server.url)
  expect(await redis.set('a', 'b')).toBe('OK')
  redis.disconnect()
  await server.stop()
})
