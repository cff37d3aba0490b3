import { afterAll, describe, expect, test } from 'vitest'
import { store } from '@/server/store/store'
import { markerKey } from '@/server/store/store-marker'
import { probeStore, storePolicy } from '@/server/store/store-state'

/** Tests what a process finds out about its store, on any transport. */
export function storeSuite(transport: string): void {
  describe(`the checks of the store, over ${transport}`, () => {
    const send = async (...command: unknown[]) => (await store()).direct.send(command)
    const found = async () => (await store()).redis.get('nothing').catch(({ code }) => code)
    afterAll(async () => (await store()).guard.check())

    test('write to it, leave only what expires, and read its settings', async () => {
      // A cluster's nodes are known once it has answered.
      await send('PING')
      expect(await probeStore()).toEqual({ fault: null, reason: null, isPartial: false })
      const { direct, locksKeys } = await store()
      const lasts = await Promise.all(direct.tags().map((tag) => direct.send(['PTTL', `pinref:{${tag}}:probe`])))
      for (const reply of lasts) expect(Number('result' in reply && reply.result)).toBeGreaterThan(0)
      // Upstash has no command for this.
      const policy = locksKeys ? { eviction: null, appendOnly: null } : { eviction: 'noeviction', appendOnly: true }
      expect(await storePolicy()).toEqual(policy)
    })

    test('refuse it once any of its nodes was emptied or replaced, and accept it again once it is back', async () => {
      const {
        guard,
        direct: { tags },
      } = await store()
      await guard.begin()
      for (const key of tags().map(markerKey)) {
        const marker = await send('GET', key)
        for (const change of [
          ['DEL', key],
          ['SET', key, 'another store'],
        ]) {
          await send(...change)
          await guard.check()
          expect(await found()).toBe('store_unavailable')
          await expect.poll(async () => (await probeStore()).fault).toBe('replaced')
          await send('SET', key, 'result' in marker && marker.result)
          await guard.check()
          expect(await found()).toBeNull()
        }
      }
      await expect.poll(async () => (await probeStore()).fault).toBeNull()
    })
  })
}
