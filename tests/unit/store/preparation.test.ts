import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { preparation } from '@/server/platform/runtime/per-process'
import { store, unpreparedStore } from '@/server/platform/store/store'

// Nothing listens there: a store over HTTP is opened without a connection.
Object.assign(process.env, { UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:9', UPSTASH_REDIS_REST_TOKEN: 'token' })

afterEach(() => {
  preparation.value = undefined
})

test('a process that must be prepared uses its store only afterward', async () => {
  let finish = () => {}
  preparation.value = () =>
    new Promise<void>((resolve) => {
      finish = resolve
    })
  let isUsed = false
  const used = store().then(() => {
    isUsed = true
  })
  await unpreparedStore()
  await turn()
  expect(isUsed).toBe(false)
  finish()
  await used
})
